import type { Document, Query, QueryId, Tools } from '../../../core/index.js';
import {
  answerOf,
  type Message,
  type ReasoningStyle,
  type Sampling,
  spoken,
} from '../../../models/llms/index.js';
import { fill, type Prompts } from '../../../models/prompts/index.js';
import { type GenerateEachOptions, generateEach } from '../generate-texts.js';
import { type GenerationUsage, unwrapped } from '../generated-texts.js';
import type { OpenGenerationMethod } from '../generation-method.js';
import { readVerdict } from '../judge/verdict.js';
import { shownDocument } from './answer-method.js';
import { type Citation, citationsIn } from './citations.js';

/** A citation, and what became of it. */
export interface CheckedCitation extends Citation {
  /** The document of this number; absent where none of this number was shown. */
  readonly document?: string;
  /** What the judge says of it; absent where it was not asked, or did not say. */
  readonly supported?: boolean;
  /** Why there is no verdict, or what the judge found. */
  readonly said?: string;
}

/** The citations of one answer. */
export interface CitedAnswer {
  readonly id: QueryId;
  readonly citations: readonly CheckedCitation[];
  /** Why the judge did not check all of them. */
  readonly failed?: string;
}

/** How citations are checked. */
export interface CitationOptions extends Omit<GenerateEachOptions, 'samples'> {
  readonly task: string;
  readonly queries: readonly Query[];
  readonly texts: ReadonlyMap<QueryId, readonly string[]>;
  readonly style: ReasoningStyle;
  readonly documents: ReadonlyMap<QueryId, readonly Document[]>;
  readonly prompts: Prompts;
  readonly tools: Tools;
}

/** The citations of stored answers: whether a document of that number was shown. No model is asked. */
export const citedAnswers = ({
  queries,
  texts,
  style,
  documents,
}: Pick<CitationOptions, 'queries' | 'texts' | 'style' | 'documents'>): readonly CitedAnswer[] =>
  queries.flatMap(({ id }) => {
    const raw = texts.get(id)?.[0];
    if (raw === undefined) return [];
    const shown = documents.get(id) ?? [];
    const citations = citationsIn(answerOf(raw, style) ?? '').map((citation): CheckedCitation => {
      const document = shown[citation.number - 1]?.id;
      return { ...citation, ...(document !== undefined && { document }) };
    });
    return [{ id, citations }];
  });

/** A verdict should be the same when it is asked for again. */
const SAMPLING: Sampling = { temperature: 0 };

/** Asks a model of each citation whether the document that was shown says what the sentence says. */
export const checkCitations = async (
  options: CitationOptions,
): Promise<{ readonly answers: readonly CitedAnswer[]; readonly usage: GenerationUsage }> => {
  const { task, queries, documents, chat, tools } = options;
  const cited = new Map(citedAnswers(options).map((answer) => [answer.id, answer]));
  const template = options.prompts.template('answer/support', task);
  const checked = new Map<QueryId, readonly CheckedCitation[]>();
  const messagesFor = ({ statement }: Citation, document: Document): readonly Message[] => [
    { role: 'user', content: fill(template, { STATEMENT: statement, DOCUMENT: shownDocument(document) }) },
  ];
  const judge: OpenGenerationMethod = {
    write: async ({ id }, ask) => {
      const all: CheckedCitation[] = [];
      for (const citation of cited.get(id)?.citations ?? []) {
        const document = documents.get(id)?.[citation.number - 1];
        if (!document) {
          all.push(citation);
          continue;
        }
        const reply = await ask(messagesFor(citation, document), SAMPLING);
        const { correct, explanation } = readVerdict(spoken(reply, chat.model.reasoning) ?? '');
        all.push({
          ...citation,
          ...(correct === undefined ? { said: reply.text } : { supported: correct }),
          ...(explanation !== undefined && correct !== undefined && { said: explanation }),
        });
      }
      checked.set(id, all);
      return { texts: [], trace: [] };
    },
    expected: () => ({ known: [], further: 0, furtherTokensIn: 0 }),
  };
  const toCheck = queries.filter(({ id }) => cited.get(id)?.citations.some(({ document }) => document));
  const progress = tools.progress(`checking citations of ${task}`, toCheck.length);
  try {
    const { failures, usage } = await generateEach(judge, toCheck, options, tools, ({ fromCache }) =>
      progress.advance(1, fromCache),
    );
    const reasons = new Map(failures.map(({ id, reason }) => [id, reason]));
    const answers = [...cited.values()].map((answer): CitedAnswer => {
      const failed = reasons.get(answer.id);
      const citations = checked.get(answer.id) ?? answer.citations;
      return { ...answer, citations, ...(failed !== undefined && { failed }) };
    });
    return { answers, usage };
  } catch (error) {
    return unwrapped(error);
  } finally {
    progress.done();
  }
};
