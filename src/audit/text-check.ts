import type { AuditExample } from '../record/index.js';
import { type Check, tally } from './check.js';
import { excerpt } from './excerpt.js';

/** What is the matter with a text, and where. */
export interface Flaw {
  readonly detail: string;
  readonly at: number;
}

type Described = Omit<Check, 'start' | 'unit'>;

/** A check that looks at the text of every document and every query by itself. */
export const textCheck = (about: Described, flawIn: (text: string) => Flaw | undefined): Check => ({
  ...about,
  unit: 'texts',
  start: ({ queries }) => {
    const flawed = tally();
    const look = (text: string, whose: Pick<AuditExample, 'query' | 'documents'>): void => {
      const flaw = flawIn(text);
      if (!flaw) return;
      const { detail, at } = flaw;
      flawed.add({ ...whose, detail, ...(!about.withoutText && { text: excerpt(text, at) }) });
    };
    for (const { id, text } of queries) look(text, { query: id });
    return {
      row: ({ id, text }) => look(text, { documents: [id] }),
      finish: ({ ids }) => flawed.of(ids.length + queries.length),
    };
  },
});

/** The first of several patterns that a text has, by the order of the patterns. */
export const firstPattern =
  (patterns: Readonly<Record<string, RegExp>>) =>
  (text: string): Flaw | undefined => {
    for (const [detail, pattern] of Object.entries(patterns)) {
      const at = text.search(pattern);
      if (at >= 0) return { detail, at };
    }
    return undefined;
  };
