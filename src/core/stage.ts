import type { Corpus, Document } from './corpus.js';
import type { Json, JsonObject } from './json.js';
import type { Query } from './query.js';
import type { Ranked } from './ranking.js';
import type { Explaining, StageExplanation } from './score-part.js';
import type { Tools } from './tools.js';

/** A stage that has met its corpus and can work. */
export interface Runner<In, Out> {
  /** One output per input, in the same order. */
  run(batch: readonly In[]): Promise<readonly Out[]>;
  /** What a record should keep of this: counts, bytes, seconds. It may grow while queries are answered. */
  readonly facts: JsonObject;
  /** Why these documents score as they do for this input. Without it a score is known, and nothing more. */
  explainHits?(input: In, documents: readonly Document[], how: Explaining): Promise<StageExplanation>;
}

/** A plain description of a step; `open` binds it to a corpus. It can be printed, compared and hashed. */
export interface Stage<In, Out> {
  readonly name: string;
  /** Everything that can change the output, and nothing that cannot. */
  readonly spec: Json;
  open(corpus: Corpus, tools: Tools): Promise<Runner<In, Out>>;
  /** How many inputs it wants at once, where that is more than usual: calls in a batch wait for its end. */
  readonly atOnce?: number;
  /** Lets go of what the stage holds besides its description: a session, a process, a connection. */
  close?(): Promise<void>;
}

/** A stage that adds generated text to a query. */
export type Rewriter = Stage<Query, Query>;
/** A stage that finds documents for a query. A whole system is one too. */
export type Retriever = Stage<Query, Ranked>;
/** A stage that reorders hits. */
export type Reranker = Stage<Ranked, Ranked>;
