import { z } from 'zod';
import { defined, isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import { readAs } from '../exchange.js';
import {
  type BatchAnswer,
  type BatchProtocol,
  errorBody,
  inAddress,
  mustEnd,
  NOT_DONE,
  type Rest,
  type Submission,
  type TakeAnswer,
  Text,
} from './protocol.js';

/** What is different between the services that take a file of requests and give a file of answers. */
interface Variant {
  readonly path: string;
  /** Of one line of the file. */
  line(id: string, body: JsonObject, endpoint: string): JsonObject;
  /** Of the request that makes a batch of a file. */
  job(file: string, endpoint: string, submission: Submission): JsonObject;
  /** The next page of the list after this one. */
  page(last: string | undefined, number: number): string;
}

/** A file, or a batch that was just made. */
const Made = z.object({ id: z.string() });

const Batch = z
  .looseObject({
    id: z.string(),
    status: z.string(),
    metadata: z.record(z.string(), z.unknown()).nullish().catch(undefined),
    output_file_id: Text,
    error_file_id: Text,
    /** Mistral's names. */
    output_file: Text,
    error_file: Text,
    completed_requests: z.number().nullish(),
    request_counts: z.object({ completed: z.number(), failed: z.number() }).nullish().catch(undefined),
    errors: z.unknown().optional(),
  })
  .transform(({ status, ...rest }) => ({ ...rest, status: status.toLowerCase() }));

const Listed = z.object({
  data: z
    .array(Batch)
    .nullish()
    .transform((data) => data ?? []),
  has_more: z.boolean().nullish(),
});

const Line = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.json().optional(), message: Text }).nullish(),
  error: z
    .object({ code: z.union([z.string(), z.number()]).nullish(), message: Text })
    .nullish()
    .catch(undefined),
});

const ENDED = new Set(['completed', 'success', 'expired', 'timeout_exceeded', 'cancelled', 'canceled']);

const filesProtocol = ({ path, line, job, page }: Variant): BatchProtocol => ({
  submit: async (submission, rest) => {
    const endpoint = `/v1${submission.path}`;
    const lines = submission.requests.map(({ id, body }) => line(id, body, endpoint));
    const file = { name: `${submission.name}.jsonl`, lines };
    const { id } = await rest.call({ path: '/files', file }, Made, 'no id of the file');
    const json = job(id, endpoint, submission);
    return (await rest.call({ path, json }, Made, 'no id of the batch')).id;
  },
  state: async (id, rest) => {
    const batch = await rest.call({ path: `${path}/${id}` }, Batch, 'no state of the batch');
    const { status, errors } = batch;
    if (status === 'failed') return { at: 'refused', reason: reasonsIn(errors) || 'no reason was given' };
    if (!ENDED.has(status))
      return { at: 'work', done: batch.request_counts?.completed ?? batch.completed_requests ?? 0 };
    return {
      at: 'end',
      cancelled: status.startsWith('cancel'),
      answers: (each) => answersOf(batch, rest, each),
    };
  },
  find: async ({ name }, rest) => {
    let last: string | undefined;
    for (let number = 0; ; number++) {
      mustEnd(number);
      const listed = { path: path + page(last, number) };
      const { data, has_more } = await rest.call(listed, Listed, 'no list of batches');
      const found = data.find(({ metadata }) => metadata?.r2med === name);
      if (found) return found.id;
      last = data.at(-1)?.id;
      if (last === undefined || has_more === false || (has_more == null && data.length < PAGE))
        return undefined;
    }
  },
});

const PAGE = 100;

const answersOf = async (batch: z.infer<typeof Batch>, rest: Rest, each: TakeAnswer): Promise<void> => {
  const files = [batch.output_file_id ?? batch.output_file, batch.error_file_id ?? batch.error_file];
  for (const file of files)
    if (file) await rest.lines(`/files/${file}/content`, (line) => each(answerIn(line)));
};

const answerIn = (written: unknown): BatchAnswer => {
  const { custom_id: id, response, error } = readAs(Line, written, 'a line that is not an answer');
  if (response) {
    const { status_code: status, message } = response;
    return { id, status, body: response.body ?? errorBody(message ?? 'no reason was given') };
  }
  const body = errorBody(error?.message ?? 'no reason was given');
  return { id, status: /expired|cancel/.test(String(error?.code)) ? NOT_DONE : 500, body };
};

/** `{ data: [{ message, line }] }`, or a list of such things. */
const reasonsIn = (errors: unknown): string => {
  const list = isJsonObject(errors as Json) ? (errors as JsonObject).data : errors;
  if (!Array.isArray(list)) return '';
  return list
    .slice(0, 3)
    .map((each: { message?: unknown; line?: unknown }) =>
      [each.message ?? JSON.stringify(each), typeof each.line === 'number' ? `(line ${each.line})` : '']
        .join(' ')
        .trim(),
    )
    .join('; ');
};

const afterLast = (last: string | undefined): string =>
  `?limit=${PAGE}${last === undefined ? '' : `&after=${inAddress(last)}`}`;

/** OpenAI's, and that of services after it: `/files`, then `/batches`. */
export const openai = filesProtocol({
  path: '/batches',
  line: (custom_id, body, url) => ({ custom_id, method: 'POST', url, body }),
  job: (input_file_id, endpoint, { name, window }) => ({
    input_file_id,
    endpoint,
    completion_window: window,
    metadata: { r2med: name },
  }),
  page: afterLast,
});

/** The model and all else that requests have in common are said once, in `request_params`. */
export const voyage = filesProtocol({
  path: '/batches',
  line: (custom_id, { input }) => ({ custom_id, body: defined({ input }) }),
  job: (input_file_id, endpoint, { name, window, requests }) => {
    const { input: _, ...request_params } = requests[0]!.body;
    const metadata = { r2med: name };
    return { input_file_id, endpoint, completion_window: window, request_params, metadata };
  },
  page: afterLast,
});

export const mistral = filesProtocol({
  path: '/batch/jobs',
  line: (custom_id, body) => ({ custom_id, body }),
  job: (file, endpoint, { name, window, requests }) =>
    defined({
      input_files: [file],
      endpoint,
      model: requests[0]!.body.model,
      timeout_hours: Number.parseInt(window, 10),
      metadata: { r2med: name },
    }),
  page: (_, number) => `?page_size=${PAGE}&page=${number}`,
});
