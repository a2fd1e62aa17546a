import { z } from 'zod';
import { isJsonObject, type Json } from '../../../core/index.js';
import { readAs } from '../exchange.js';
import {
  type BatchAnswer,
  type BatchProtocol,
  type BatchState,
  CLOCK_MARGIN_MS,
  errorBody,
  inAddress,
  mustEnd,
  NOT_DONE,
  numberOf,
  type Rest,
  type TakeAnswer,
} from './protocol.js';

const Made = z.object({ id: z.string() });

const Batch = z.object({
  id: z.string(),
  processing_status: z.enum(['in_progress', 'canceling', 'ended']),
  request_counts: z.object({
    processing: z.number(),
    succeeded: z.number(),
    errored: z.number(),
    canceled: z.number(),
    expired: z.number(),
  }),
  created_at: z.string(),
  cancel_initiated_at: z.string().nullish(),
});

const Listed = z.object({ data: z.array(Batch), has_more: z.boolean(), last_id: z.string().nullish() });

const Line = z.object({
  custom_id: z.string(),
  result: z.discriminatedUnion('type', [
    z.object({ type: z.literal('succeeded'), message: z.json() }),
    z.object({ type: z.literal('errored'), error: z.json() }),
    z.object({ type: z.literal('canceled') }),
    z.object({ type: z.literal('expired') }),
  ]),
});

const PATH = '/messages/batches';

/** `POST {base}/messages/batches`: requests in the call, answers as JSON lines. */
export const anthropic: BatchProtocol = {
  submit: async ({ requests }, rest) => {
    const json = { requests: requests.map(({ id, body }) => ({ custom_id: id, params: body })) };
    return (await rest.call({ path: PATH, json }, Made, 'no id of the batch')).id;
  },
  state: async (id, rest) =>
    stateOf(await rest.call({ path: `${PATH}/${id}` }, Batch, 'no state of the batch'), rest),
  // Its batches have no name. Their answers do, and can be read when they have ended.
  find: async ({ name, count, since, known }, rest) => {
    for (const { id } of await madeSince(since, count, rest)) {
      if (known.has(id)) continue;
      let state = await anthropic.state(id, rest);
      while (state.at === 'work') {
        await rest.wait();
        state = await anthropic.state(id, rest);
      }
      let isOurs = false;
      if (state.at === 'end')
        await state.answers((answer) => {
          isOurs ||= numberOf(name, answer.id) !== undefined;
        });
      if (isOurs) return id;
    }
    return undefined;
  },
};

const stateOf = (batch: z.infer<typeof Batch>, rest: Rest): BatchState => {
  const { id, processing_status, request_counts: counts, cancel_initiated_at } = batch;
  if (processing_status !== 'ended') return { at: 'work', done: sizeOf(counts) - counts.processing };
  return { at: 'end', cancelled: Boolean(cancel_initiated_at), answers: (each) => answersOf(id, rest, each) };
};

const sizeOf = (counts: z.infer<typeof Batch>['request_counts']): number =>
  Object.values(counts).reduce((sum, each) => sum + each, 0);

/** Batches of this size since then, the newest first. */
const madeSince = async (since: number, count: number, rest: Rest) => {
  const found: z.infer<typeof Batch>[] = [];
  for (let after = '', pages = 0; ; pages++) {
    mustEnd(pages);
    const path = `${PATH}?limit=100${after}`;
    const { data, has_more, last_id } = await rest.call({ path }, Listed, 'no list of batches');
    const young = data.filter(({ created_at }) => Date.parse(created_at) >= since - CLOCK_MARGIN_MS);
    found.push(...young.filter(({ request_counts }) => sizeOf(request_counts) === count));
    const last = last_id ?? data.at(-1)?.id;
    if (!has_more || young.length < data.length || last === undefined) return found;
    after = `&after_id=${inAddress(last)}`;
  }
};

const answersOf = (id: string, rest: Rest, each: TakeAnswer): Promise<void> =>
  rest.lines(`${PATH}/${id}/results`, (line) => each(answerIn(line)));

const answerIn = (line: unknown): BatchAnswer => {
  const { custom_id: id, result } = readAs(Line, line, 'a line that is not an answer');
  if (result.type === 'succeeded') return { id, status: 200, body: result.message };
  if (result.type === 'errored') return { id, status: statusOf(result.error), body: result.error };
  return { id, status: NOT_DONE, body: errorBody(`the request was ${result.type} in its batch`) };
};

const Failed = z.object({ type: z.string() });

/** `{ type: "error", error: { type, message } }`, or the inner part alone. A wrong request is wrong again, anything else may pass. */
const statusOf = (error: Json): number => {
  const inner = isJsonObject(error) && isJsonObject(error.error) ? error.error : error;
  return Failed.safeParse(inner).data?.type === 'invalid_request_error' ? 400 : 500;
};
