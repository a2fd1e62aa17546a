import type { JsonObject, QueryId } from '../../core/index.js';
import {
  answerOf,
  type ChatFailureKind,
  dollars,
  type Price,
  paidTokens,
  type ReasoningStyle,
  type Reply,
} from '../../models/llms/index.js';
import type { GeneratedDraft, GenerationStep } from './generation-method.js';

/** How one sample of a query's text came about. */
export interface SampleTrace {
  /** Counted from 0. */
  readonly sample: number;
  readonly steps: readonly GenerationStep[];
}

/** What was generated for one query: the raw texts of all its samples, in their order. */
export interface QueryDraft {
  readonly texts: readonly string[];
  /** For each text, whether it ended at the limit of tokens. */
  readonly truncated: readonly boolean[];
  readonly traces: readonly SampleTrace[];
}

/** A sample that was not generated, because the model did not answer one of its calls. */
export interface GenerationFailure {
  readonly id: QueryId;
  readonly sample: number;
  readonly kind: ChatFailureKind;
  readonly reason: string;
}

/** What the answers took, those from the store included: a second run says the same as the first. */
export interface GenerationUsage {
  readonly calls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Absent where no price is known. */
  readonly usd?: number;
  /** What `usd` was counted by; of calls that came in batches, a share of it. */
  readonly price?: Price;
  /** That the model took for all of them, one after the other; absent where some came in batches. */
  readonly seconds?: number;
  /** Calls whose tokens are an estimate, as the service counted none. */
  readonly estimated: number;
}

/** What was generated for the queries, with failures and cost. */
export interface GeneratedTexts {
  /** In the order of the queries; a query without any sample is missing. */
  readonly drafts: ReadonlyMap<QueryId, QueryDraft>;
  /** In the order of queries and samples. */
  readonly failures: readonly GenerationFailure[];
  readonly usage: GenerationUsage;
  /** Searches of the method that failed, as `failedWork` says it. */
  readonly failed?: JsonObject;
}

/** Writing ended before its end (the budget, a key, Ctrl-C): what ended it is the cause. */
export class GenerationStopped extends Error {
  override readonly name = 'WritingStopped';
  constructor(
    /** The texts so far. */
    readonly written: GeneratedTexts,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Throws what ended the writing, for callers to whom the texts so far are no use. */
export const unwrapped = (error: unknown): never => {
  throw error instanceof GenerationStopped ? error.cause : error;
};

export const usageCount = (price?: Price) => {
  const sums = { calls: 0, tokensIn: 0, tokensOut: 0, estimated: 0 };
  const paid = { tokensIn: 0, tokensOut: 0 };
  let ms: number | undefined = 0;
  return {
    add: (reply: Reply): void => {
      sums.calls += 1;
      // In a batch a call mostly waits; how long it took is not known.
      ms = ms === undefined || reply.priceShare !== undefined ? undefined : ms + reply.ms;
      sums.tokensIn += reply.tokensIn;
      sums.tokensOut += reply.tokensOut;
      const { tokensIn, tokensOut } = paidTokens(reply);
      paid.tokensIn += tokensIn;
      paid.tokensOut += tokensOut;
      if (reply.estimated) sums.estimated += 1;
    },
    usage: (): GenerationUsage => ({
      ...sums,
      ...(ms !== undefined && { seconds: ms / 1000 }),
      ...(price && { usd: dollars(price, paid.tokensIn, paid.tokensOut), price }),
    }),
  };
};

/** For each text of a draft, whether the model ran into the limit of tokens while it wrote it. */
export const truncatedTexts = ({ texts, trace }: GeneratedDraft): readonly boolean[] => {
  const wrote = trace.flatMap((step) => (step.step === 'wrote' ? [step] : []));
  // An agent's text is put together; it ends with the last thing that the model wrote.
  return texts.map((text) => (wrote.find((step) => step.text === text) ?? wrote.at(-1))?.finish === 'length');
};

/** Answers that were truncated by the limit of tokens. A text that ends inside its reasoning has none, and is counted elsewhere. */
export const truncatedAnswers = ({ texts, truncated }: QueryDraft, style: ReasoningStyle): number =>
  texts.filter((text, i) => truncated[i] && answerOf(text, style)?.trim()).length;

/** What several batches took. Their seconds are part of the run's own time, as far as they were not cached. */
export const totalUsage = (usages: readonly GenerationUsage[]): JsonObject => {
  const sum = (field: 'calls' | 'tokensIn' | 'tokensOut' | 'estimated'): number =>
    usages.reduce((all, usage) => all + usage[field], 0);
  const priced = usages.flatMap(({ usd }) => usd ?? []);
  return {
    calls: sum('calls'),
    tokensIn: sum('tokensIn'),
    tokensOut: sum('tokensOut'),
    estimated: sum('estimated'),
    ...(priced.length > 0 && { usd: priced.reduce((all, usd) => all + usd, 0) }),
  };
};
