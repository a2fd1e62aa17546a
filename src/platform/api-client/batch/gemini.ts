import { z } from 'zod';
import type { Json, JsonObject } from '../../../core/index.js';
import {
  type BatchAnswer,
  type BatchProtocol,
  errorBody,
  inAddress,
  mustEnd,
  NOT_DONE,
  requestId,
  type Submission,
} from './protocol.js';

const Inlined = z.object({
  metadata: z.object({ key: z.string() }).optional().catch(undefined),
  response: z.json().optional(),
  error: z.looseObject({ code: z.number().optional(), message: z.string().optional() }).optional(),
});

const Output = z.object({ inlinedResponses: z.object({ inlinedResponses: z.array(Inlined).default([]) }) });

const Made = z.object({ name: z.string() });

const Operation = z.object({
  name: z.string(),
  metadata: z.looseObject({
    state: z.string().transform((state) => state.replace(/^(BATCH|JOB)_STATE_/, '')),
    displayName: z.string().optional(),
    batchStats: z
      .looseObject({ successfulRequestCount: z.coerce.number().default(0) })
      .optional()
      .catch(undefined),
    output: Output.optional().catch(undefined),
  }),
  response: Output.optional().catch(undefined),
  error: z.looseObject({ message: z.string().optional() }).optional(),
});

const Listed = z.object({ operations: z.array(Operation).default([]), nextPageToken: z.string().optional() });

const ENDED = new Set(['SUCCEEDED', 'EXPIRED', 'CANCELLED']);

/** `POST {base}/models/{model}:batchGenerateContent` or `:asyncBatchEmbedContent`, requests in the call and answers in the state. */
export const gemini: BatchProtocol = {
  submit: async ({ name, path, requests }, rest) => {
    const inlined = requests.map(({ id, body }) => ({ request: single(body), metadata: { key: id } }));
    const json = { batch: { displayName: name, inputConfig: { requests: { requests: inlined } } } };
    return (await rest.call({ path: batchPath(path), json }, Made, 'no name of the batch')).name;
  },
  state: async (id, rest) => {
    const operation = await rest.call({ path: `/${id}` }, Operation, 'no state of the batch');
    const { metadata, error } = operation;
    if (metadata.state === 'FAILED')
      return { at: 'refused', reason: error?.message ?? 'no reason was given' };
    if (!ENDED.has(metadata.state))
      return { at: 'work', done: metadata.batchStats?.successfulRequestCount ?? 0 };
    const output = operation.response ?? metadata.output;
    const answers = (output?.inlinedResponses.inlinedResponses ?? []).map((each, i) =>
      // Answers are in the order of the requests.
      answerOf(each.metadata?.key ?? requestId(metadata.displayName ?? '', i), each),
    );
    return {
      at: 'end',
      cancelled: metadata.state === 'CANCELLED',
      answers: async (each) => answers.forEach(each),
    };
  },
  find: async ({ name }, rest) => {
    for (let token = '', pages = 0; ; pages++) {
      mustEnd(pages);
      const listed = { path: `/batches?pageSize=100${token}` };
      const { operations, nextPageToken } = await rest.call(listed, Listed, 'no list of batches');
      const found = operations.find(({ metadata }) => metadata.displayName === name);
      if (found || !nextPageToken) return found?.name;
      token = `&pageToken=${inAddress(nextPageToken)}`;
    }
  },
};

/** `/models/m:generateContent` has its batch path, and so has `/models/m:batchEmbedContents`. */
const batchPath = (path: Submission['path']): string =>
  path.replace(/:\w+$/, (method) =>
    method === ':batchEmbedContents' ? ':asyncBatchEmbedContent' : ':batchGenerateContent',
  );

/** A request to embed has a list of one text. */
const single = (body: JsonObject): Json => (Array.isArray(body.requests) ? (body.requests[0] as Json) : body);

const answerOf = (id: string, { response, error }: z.infer<typeof Inlined>): BatchAnswer => {
  if (response === undefined || error)
    return { id, status: statusOf(error?.code), body: errorBody(error?.message ?? 'no reason was given') };
  const { embedding, ...rest } = response as JsonObject;
  return { id, status: 200, body: embedding === undefined ? response : { ...rest, embeddings: [embedding] } };
};

/** Errors have the codes of gRPC: 3 is a wrong request; 1 and 4, cancelled and late, were not done. */
const statusOf = (code: number | undefined): number =>
  code === 3 ? 400 : code === 1 || code === 4 ? NOT_DONE : (code ?? 0) >= 400 ? code! : 500;
