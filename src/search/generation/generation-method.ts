import type { Corpus, JsonObject, Query, Tools } from '../../core/index.js';
import type { Message, Reply, Sampling } from '../../models/llms/index.js';

/** A step on the way to a text, as a reader of the trace wants it. */
export type GenerationStep =
  /** What the model wrote in one call, thinking included. */
  | {
      readonly step: 'wrote';
      readonly text: string;
      readonly finish: Reply['finish'];
      readonly tokensIn: number;
      readonly tokensOut: number;
    }
  | { readonly step: 'searched'; readonly query: string; readonly found: readonly RetrievedDocument[] }
  /** What the program put into the conversation: a digest, a notice that a limit is reached. */
  | { readonly step: 'told'; readonly text: string };

/** A document that a generation method was shown. */
export interface RetrievedDocument {
  readonly id: string;
  readonly score: number;
  /** How its text begins. */
  readonly begins: string;
}

/** What was generated for one query: raw outputs with their reasoning, and the steps that led to them. */
export interface GeneratedDraft {
  readonly texts: readonly string[];
  readonly trace: readonly GenerationStep[];
}

/** Calls the model; a method does not see which server answers, what is cached and which sample it is. */
export type AskModel = (
  messages: readonly Message[],
  sampling?: Sampling,
  /** Whether what is wanted can be read in an answer: where it cannot, `--retry-failed` asks again. */
  isReadable?: (reply: Reply) => boolean,
) => Promise<Reply>;

/** The calls for a query, as far as they are known beforehand. */
export interface ExpectedCalls {
  /** Calls whose words are known. */
  readonly known: readonly { readonly messages: readonly Message[]; readonly sampling?: Sampling }[];
  /** The most calls that may follow, and the tokens each may read. */
  readonly further: number;
  readonly furtherTokensIn: number;
  /** How many of them are likely to be made, and the tokens that these read in all. */
  readonly likely?: { readonly calls: number; readonly tokensIn: number };
  /** What the method asks of their sampling, where that limits their tokens. */
  readonly furtherSampling?: Sampling;
}

/** A method with its corpus open. */
export interface OpenGenerationMethod {
  /** Called once with all queries before any text is generated: work that is cheaper for all of them together. */
  prepare?(queries: readonly Query[]): Promise<void>;
  /**
   * Called before any call is made, and not for a plan. Work that blocks the thread, such as building an index, belongs here:
   * done while calls are in flight, it would keep answers that have arrived from being stored.
   */
  beforeCalls?(): Promise<void>;
  write(query: Query, ask: AskModel): Promise<GeneratedDraft>;
  expected(query: Query): ExpectedCalls;
  /** Searches of the method that failed, as `failedWork` says it. */
  readonly failed?: JsonObject;
}

/** A method that generates text for a query before the search. */
export interface GenerationMethod {
  readonly method: string;
  /** Everything that can change the text except the model and its sampling: prompts, limits, retriever. */
  readonly spec: JsonObject;
  open(corpus: Corpus, tools: Tools): Promise<OpenGenerationMethod>;
  close?(): Promise<void>;
}
