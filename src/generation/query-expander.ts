import type { DenseJoin, GeneratedText, JsonObject, LexicalJoin, Query } from '../core/index.js';
import { answerOf, type ReasoningStyle, readingStyle } from '../llms/index.js';

/** Whether generated texts are searched together or each alone. */
export type TextMode = NonNullable<Query['searches']>;

/** How generated texts become searches. */
export interface ExpansionSettings {
  readonly method: string;
  readonly llm: string;
  /** Where the answer begins in this model's raw output. */
  readonly reasoning: ReasoningStyle;
  /**
   * Whether the reference implementation counts the model among its reasoning models, whose texts it enters in one way whatever the
   * method. By default those are the models that are known to reason in their output.
   */
  readonly reasoner?: boolean;
  /**
   * Does as the reference implementation does: query2doc's copies are joined without a space, and output without an answer is searched
   * with as a whole. By default copies are separated and such a query is searched without expansion.
   */
  readonly asPublished?: boolean;
  /** How several texts are used in a search; the method's own way by default. */
  readonly searches?: TextMode;
}

export interface ExpandedQuery {
  readonly query: Query;
  /** Texts that end before an answer begins, or say nothing after it. */
  readonly unanswered: number;
}

/** Raw outputs become part of a query. */
export interface QueryExpander {
  /** Everything that decides how a text enters. */
  readonly spec: JsonObject;
  enter(query: Query, raws: readonly string[]): ExpandedQuery;
}

interface Entry {
  readonly join: LexicalJoin;
  readonly dense: DenseJoin;
  readonly searches?: TextMode;
  /** The expansion is the same for every LLM. */
  readonly whoever?: true;
}

/** HyDE, the search agents, and every method by a model of the reference implementation's reasoning list. */
const ALONE: Entry = { join: 'alone', dense: 'average' };

/** How texts enter that are not used alone as the query; rows of the reference implementation first, then those of our own methods. */
const ENTRIES: Readonly<Record<string, Entry>> = {
  lamer: { join: 'after-query', dense: 'average' },
  query2doc: { join: 'after-query-twice', dense: 'joined' },
  diagnose: { join: 'after-query', dense: 'average', searches: 'each', whoever: true },
  feedback: { join: 'after-query', dense: 'average', whoever: true },
};

/** How a method's texts are used in a search when there are several, unless the user says otherwise. */
export const textModeOf = (method: string): TextMode => entryOf(method).searches ?? 'together';

/** The one place where raw outputs become texts to search with, as a method and its model ask. */
export const queryExpander = (settings: ExpansionSettings): QueryExpander => {
  const { method, llm, reasoning, asPublished = false, searches = textModeOf(method) } = settings;
  const style = readingStyle(method, reasoning);
  const { join, dense } = joinsOf(settings);
  return {
    spec: { reasoning: style, join, dense, asPublished, ...(searches === 'each' && { searches }) },
    enter: (query, raws) => {
      const answers = raws.map((raw) => answerOf(raw, style));
      const said = answers.filter((answer) => answer !== undefined && answer.trim() !== '') as string[];
      // The reference implementation strips by a pattern, and keeps the whole text where that does not match.
      const texts = said.length > 0 || !asPublished ? said : raws.map((raw, i) => answers[i] ?? raw);
      const written = texts.map((text): GeneratedText => {
        const thinking = thinkingBefore(text, raws);
        return { method, llm, text, ...(thinking && { thinking }), join, dense };
      });
      return { query: withWritten(query, written, searches), unanswered: raws.length - said.length };
    },
  };
};

/** What the raw output says before its answer, for people who ask why. */
const thinkingBefore = (answer: string, raws: readonly string[]): string => {
  const raw = raws.find((each) => each.includes(answer)) ?? '';
  return raw.slice(0, raw.indexOf(answer)).trim();
};

const joinsOf = (settings: ExpansionSettings): Pick<Entry, 'join' | 'dense'> => {
  const { method, reasoning, reasoner = reasonsInOutput(reasoning), asPublished = false } = settings;
  const entry = entryOf(method);
  const { join, dense } = reasoner && !entry.whoever ? ALONE : entry;
  return { join: asPublished && join === 'after-query-twice' ? 'after-query-glued' : join, dense };
};

const withWritten = (query: Query, written: readonly GeneratedText[], searches: TextMode): Query => {
  if (written.length === 0) return query;
  return { ...query, generated: written, ...(written.length > 1 && searches === 'each' && { searches }) };
};

const entryOf = (method: string): Entry => (Object.hasOwn(ENTRIES, method) ? ENTRIES[method]! : ALONE);

const reasonsInOutput = (reasoning: string): boolean => reasoning !== 'none' && reasoning !== 'auto';
