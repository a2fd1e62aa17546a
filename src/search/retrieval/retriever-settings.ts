import { type Document, fullText, InputError, setting } from '../../core/index.js';

/** How many hits a retriever keeps; the reference implementation keeps 100. Code says it, a system's text says `> top(10)`. */
export const TOP_K = { topK: setting.count('hits kept per query', 100) } as const;

/** Refuses settings that are not counts; one that is undefined is not set. */
export const mustBeCounts = (name: string, counts: Readonly<Record<string, number | undefined>>): void => {
  for (const [option, value] of Object.entries(counts))
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 1))
      throw new InputError({
        found: `${name}: ${option} = ${value}`,
        expected: 'a whole number from 1',
        fix: `write ${option}: 100`,
      });
};

/** What of a document is searched. R2MED's have no title; where there is one, its words are the document's too. */
export const DOCUMENT_TEXTS = {
  'title-and-text': fullText,
  text: ({ text }: Document): string => text,
} satisfies Record<string, (document: Document) => string>;

/** Which text of a document is searched. */
export type DocumentText = keyof typeof DOCUMENT_TEXTS;
