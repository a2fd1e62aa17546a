import type { DenseJoin, GeneratedText, JsonObject, LexicalJoin, Query } from '../../core/index.js';
import { answerOf, type ReasoningStyle } from '../../models/llms/index.js';

/** Whether generated texts are searched together or each alone. */
export type TextMode = NonNullable<Query['searches']>;

/** How the texts of a method are joined with the query. */
export interface Expansion {
  readonly join: LexicalJoin;
  readonly dense: DenseJoin;
  /** How several texts are used in a search, unless the user says otherwise; together by default. */
  readonly searches?: TextMode;
  /** The expansion is the same for every LLM. */
  readonly anyModel?: true;
  /** Where the answer begins, where the method decides that and not the LLM. */
  readonly reading?: ReasoningStyle;
}

/** The text is used alone as the query: every method that says nothing else, and any method by a model that reasons in its output. */
export const ALONE: Expansion = { join: 'alone', dense: 'average' };

/** How generated texts become searches. */
export interface ExpansionSettings {
  readonly method: string;
  readonly llm: string;
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

/** The one place where raw outputs become texts to search with, as a method and its model ask. */
export const expander = (expansion: Expansion, settings: ExpansionSettings): QueryExpander => {
  const { method, llm, asPublished = false, searches = expansion.searches ?? 'together' } = settings;
  const style = expansion.reading ?? settings.reasoning;
  const { join, dense } = joinsOf(expansion, settings);
  return {
    spec: { reasoning: style, join, dense, asPublished, ...(searches === 'each' && { searches }) },
    enter: (query, raws) => {
      const answers = raws.map((raw) => answerOf(raw, style));
      const said = answers.filter((answer) => answer !== undefined && answer.trim() !== '') as string[];
      // The reference implementation strips by a pattern, and keeps the whole text where that does not match.
      const texts = said.length > 0 || !asPublished ? said : raws.map((raw, i) => answers[i] ?? raw);
      const generated = texts.map((text): GeneratedText => {
        const thinking = thinkingBefore(text, raws);
        return { method, llm, text, ...(thinking && { thinking }), join, dense };
      });
      return { query: withTexts(query, generated, searches), unanswered: raws.length - said.length };
    },
  };
};

/** What the raw output says before its answer, for people who ask why. */
const thinkingBefore = (answer: string, raws: readonly string[]): string => {
  const raw = raws.find((each) => each.includes(answer)) ?? '';
  return raw.slice(0, raw.indexOf(answer)).trim();
};

const joinsOf = (
  expansion: Expansion,
  { reasoning, reasoner = reasonsInOutput(reasoning), asPublished = false }: ExpansionSettings,
): Pick<Expansion, 'join' | 'dense'> => {
  const { join, dense } = reasoner && !expansion.anyModel ? ALONE : expansion;
  return { join: asPublished && join === 'after-query-twice' ? 'after-query-glued' : join, dense };
};

const withTexts = (query: Query, generated: readonly GeneratedText[], searches: TextMode): Query => {
  if (generated.length === 0) return query;
  return { ...query, generated, ...(generated.length > 1 && searches === 'each' && { searches }) };
};

/** As registered; unknown for an unregistered model. */
export const reasonsInOutput = (reasoning: string): boolean => reasoning !== 'none' && reasoning !== 'auto';
