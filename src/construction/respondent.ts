/** One request of a step: which item, which prompt, filled. */
export interface StepRequest {
  /** Which step asks, as `classify`. */
  readonly step: string;
  /** What it is about: the item's id, or item and passage joined by a tab. */
  readonly id: string;
  readonly prompt: string;
  /** Hash of the template. */
  readonly template: string;
  readonly maxTokens?: number;
}

/** What came back. */
export interface StepReply {
  readonly text: string;
  /** True where nothing was asked now. */
  readonly fromCache: boolean;
}

/**
 * Who answers the requests of a step: a language model with its cache, or prepared answers of a file (`prepared:FILE`, JSON lines of
 * `{ "step", "id", "text" }`). Replies of both are read by the same strict parsers.
 */
export interface Respondent {
  /** As decisions name it: the model's name, or `prepared:<name of the file>`. */
  readonly name: string;
  /** Family of the model, as `gpt`, for judges that should differ and contestants that are judges; the name where unknown. */
  readonly family: string;
  readonly concurrency: number;
  /** Throws `ChatFailure` for one request that cannot be answered; anything else ends the step. */
  ask(request: StepRequest): Promise<StepReply>;
  /** Calls and tokens that these requests will take. */
  estimate(requests: readonly StepRequest[]): Promise<{
    readonly calls: number;
    readonly cached: number;
    readonly tokensIn: number;
    readonly tokensOut: number;
    readonly usd?: number;
  }>;
  usage(): {
    readonly calls: number;
    readonly tokensIn: number;
    readonly tokensOut: number;
    readonly usd?: number;
  };
  close(): Promise<void>;
}
