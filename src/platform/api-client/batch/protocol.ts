import { z } from 'zod';
import { type Json, type JsonObject, LIMITS, limitText } from '../../../core/index.js';
import { InvalidResponse } from '../failure.js';

/** One request of a batch. */
export interface BatchRequest {
  readonly id: string;
  readonly body: JsonObject;
}

/** What became of one request, as if it had been sent alone. */
export interface BatchAnswer {
  readonly id: string;
  readonly status: number;
  readonly body: Json;
}

/** Requests that are submitted together. */
export interface Submission {
  /** By which the batch is found again; the ids of its requests begin with it (`requestId`). */
  readonly name: string;
  /** The path that each request would have gone to, after the endpoint's address. */
  readonly path: string;
  readonly requests: readonly BatchRequest[];
  readonly window: string;
}

/** How far a batch is. */
export type BatchState =
  | { readonly at: 'work'; readonly done: number }
  /** The whole of it was refused; nothing of it was done. */
  | { readonly at: 'refused'; readonly reason: string }
  /** What is not among the answers was not done: for lack of time, or because it was cancelled. */
  | { readonly at: 'end'; readonly cancelled: boolean; answers(each: TakeAnswer): Promise<void> };

/** Takes answers as they come, in any order; one may come twice. */
export type TakeAnswer = (answer: BatchAnswer) => void;

/** A batch of which only this is known: what to look for among those of the service. */
export interface Sought extends Pick<Submission, 'name'> {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Ids that are those of other batches. */
  readonly known: ReadonlySet<string>;
}

/** One request about batches. */
export interface RestCall {
  readonly path: string;
  /** Sent as JSON. */
  readonly json?: JsonObject;
  /** Sent as a file of this name, for a batch. */
  readonly file?: { readonly name: string; readonly lines: Iterable<JsonObject> };
}

/** Sends requests about batches, with the service's key; failures are `ApiFailure`s. */
export interface Rest {
  /** `otherwise`: what an answer is called that the schema does not fit. */
  call<T>(request: RestCall, schema: z.ZodType<T>, otherwise: string): Promise<T>;
  /** Hands over the lines of a file of JSON lines as they come; of a file that breaks off, some come again. */
  lines(path: string, each: (line: unknown) => void): Promise<void>;
  /** Waits before the next look at something that is not done yet. */
  wait(): Promise<void>;
}

/** How one family of services takes batches. */
export interface BatchProtocol {
  /** Returns the id of the batch. */
  submit(submission: Submission, rest: Rest): Promise<string>;
  state(id: string, rest: Rest): Promise<BatchState>;
  /** The id of the batch that was submitted and not remembered; undefined where it never was. */
  find(sought: Sought, rest: Rest): Promise<string | undefined>;
}

/** Of a request that the service did not get to; it may be sent again, and cost nothing. */
export const NOT_DONE = 408;

/** A refusal in the words of the service. */
export const errorBody = (message: string): Json => ({ error: { message } });

export const Text = z.string().nullish();

/** Clocks differ; a batch is not older than its submission by more than this. */
export const CLOCK_MARGIN_MS = 600_000;

/** What a service said, as part of an address: half of a surrogate pair has no place there. */
export const inAddress = (said: string): string => encodeURIComponent(said.toWellFormed());

/** A list whose last page leads to another for ever. */
export const mustEnd = (pages: number): void => {
  if (pages >= LIMITS.batchPages.most)
    throw new InvalidResponse(
      `${limitText(LIMITS.batchPages)} of batches, and no end of them`,
      undefined,
      'endless',
    );
};

/** The id of a request in its batch. */
export const requestId = (name: string, number: number): string => `${name}-${number}`;

/** Which request of a batch has this id; undefined for one of another batch. */
export const numberOf = (name: string, id: string): number | undefined =>
  id.startsWith(`${name}-`) && /^\d{1,9}$/.test(id.slice(name.length + 1))
    ? Number(id.slice(name.length + 1))
    : undefined;
