import type { JsonObject } from '../../../core/index.js';
import { dollars, type Price, paidTokens, type Reply } from '../../../models/llms/index.js';

/** What ordering took and what went wrong; a record has the sums over all queries. */
export interface Tally {
  /** Questions put to the model, those answered from the store included: a second run says the same as the first. */
  calls: number;
  /** Calls without an answer: refused, empty, too long, or a thought that never came to its end. */
  failedCalls: number;
  /** Answers in which nothing could be read. */
  unparsed: number;
  truncated: number;
  /** Documents that an answer should name and does not. */
  missing: number;
  repeated: number;
  /** Numbers and labels of no document. */
  unknown: number;
  /** Documents that got no score from any call; they are behind those that did, in the first stage's order. */
  unscored: number;
  /** Documents of which only the beginning was shown. */
  cutDocuments: number;
  tokensIn: number;
  tokensOut: number;
  /** Calls whose tokens are an estimate, as the service counted none. */
  estimated: number;
  /** Tokens as they were paid for: of calls that came in batches, a share. */
  paidIn: number;
  paidOut: number;
}

const FIELDS =
  'calls failedCalls unparsed truncated missing repeated unknown unscored cutDocuments tokensIn tokensOut estimated paidIn paidOut';

export const newTally = (): Tally =>
  Object.fromEntries(FIELDS.split(' ').map((field) => [field, 0])) as unknown as Tally;

export const addTally = (to: Tally, more: Readonly<Tally>): void => {
  for (const field of Object.keys(to) as (keyof Tally)[]) to[field] += more[field];
};

export const countReply = (tally: Tally, reply: Reply): void => {
  if (reply.finish === 'length') tally.truncated += 1;
  tally.tokensIn += reply.tokensIn;
  tally.tokensOut += reply.tokensOut;
  if (reply.estimated) tally.estimated += 1;
  const { tokensIn, tokensOut } = paidTokens(reply);
  tally.paidIn += tokensIn;
  tally.paidOut += tokensOut;
};

export const factsOf = (
  { paidIn, paidOut, ...tally }: Readonly<Tally>,
  price: Price | undefined,
): JsonObject => ({ ...tally, ...(price && { usd: dollars(price, paidIn, paidOut) }) });
