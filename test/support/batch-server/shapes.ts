import { hashVector, meant } from '../embedding-server.js';

interface Content {
  readonly parts: readonly { readonly text: string }[];
}

/** Whatever the services send in a body. */
export interface Body {
  readonly custom_id: string;
  readonly method: string;
  readonly url: string;
  readonly body: Body;
  readonly stream?: boolean;
  readonly model?: string;
  readonly max_tokens?: number;
  readonly seed?: number;
  readonly input?: readonly string[];
  readonly messages?: readonly { readonly content: string }[];
  readonly contents?: readonly Content[];
  readonly content?: Content;
  readonly endpoint: string;
  readonly completion_window?: string;
  readonly timeout_hours?: number;
  readonly input_file_id?: string;
  readonly input_files: readonly string[];
  readonly metadata: { readonly r2med?: string; readonly key: string };
  readonly request_params?: Body;
  readonly requests: readonly Body[];
  readonly params: Body;
  readonly request: Body;
  readonly batch: {
    readonly displayName: string;
    readonly inputConfig: { readonly requests: { readonly requests: readonly Body[] } };
  };
}

/** What becomes of one request of a batch. */
export type Outcome =
  | { readonly text: string }
  | { readonly status: number; readonly message: string }
  | 'expired'
  /** It is in no file. */
  | 'missing';

/** What becomes of a batch. `lost`: it is made, and the connection breaks before anyone hears of it. */
export type Fate = 'done' | 'expired' | 'cancelled' | 'refused' | 'lost' | 'busy' | 'not made';

export interface MadeBatch {
  readonly id: string;
  /** By its metadata or display name, where the service has such a thing. */
  readonly name: string | undefined;
  readonly kind: Kind;
  readonly requests: readonly { readonly id: string; readonly body: Body }[];
  readonly fate: Fate;
  readonly created: number;
}

export type Kind = 'openai' | 'voyage' | 'mistral' | 'anthropic' | 'gemini';

export const textIn = (body: Body): string =>
  body.input?.join('|') ??
  body.messages?.at(-1)?.content ??
  (body.contents?.at(-1) ?? body.content)?.parts[0]?.text ??
  '';

export const replyTo = (body: Body, text: string): unknown => {
  if (body.input)
    return {
      data: body.input.map((each: string, index: number) => ({ index, embedding: hashVector(meant(each)) })),
      usage: { total_tokens: 7 * body.input.length },
    };
  if (body.content) return { embedding: { values: hashVector(body.content.parts[0]!.text) } };
  if (body.contents)
    return {
      candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 50 },
    };
  if (body.max_tokens && !('seed' in body) && body.model?.startsWith('claude'))
    return {
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 100, output_tokens: 50 },
    };
  return {
    choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 50 },
  };
};

export const wrongJob = (kind: Kind, job: Body): string | undefined => {
  if (!/^\/v1\/(chat\/completions|embeddings)$/.test(job.endpoint)) return `endpoint ${job.endpoint}`;
  if (kind === 'mistral')
    return Array.isArray(job.input_files) && job.model && job.timeout_hours === 24
      ? undefined
      : 'a wrong job';
  return job.completion_window === (kind === 'voyage' ? '12h' : '24h') ? undefined : 'a wrong window';
};

export const wrongLine = (kind: Kind, { custom_id, method, url, body }: Body, job: Body): boolean => {
  if (typeof custom_id !== 'string' || !body || body.stream) return true;
  if (kind === 'openai') return method !== 'POST' || url !== job.endpoint;
  return kind === 'voyage' ? Object.keys(body).join() !== 'input' || !job.request_params!.model : false;
};

export const fileBatch = ({ id, kind, name, fate, requests }: MadeBatch, atWork: boolean): unknown => {
  const isMistral = kind === 'mistral';
  const words = isMistral
    ? {
        work: 'RUNNING',
        done: 'SUCCESS',
        lost: 'SUCCESS',
        expired: 'TIMEOUT_EXCEEDED',
        cancelled: 'CANCELLED',
        refused: 'FAILED',
      }
    : // Voyage has no word for it: what was not done is in the file of errors.
      {
        work: 'in_progress',
        done: 'completed',
        lost: 'completed',
        expired: kind === 'voyage' ? 'completed' : 'expired',
        cancelled: 'cancelled',
        refused: 'failed',
      };
  const status = atWork ? words.work : words[fate as 'done'];
  const [out, err] = atWork || fate === 'refused' ? [null, null] : [`out-${id}`, `err-${id}`];
  const errors = fate === 'refused' && !atWork ? [{ message: 'a model that is not there', line: 1 }] : [];
  return isMistral
    ? {
        id,
        object: 'batch',
        status,
        metadata: { r2med: name },
        output_file: out,
        error_file: err,
        errors,
        total_requests: requests.length,
        completed_requests: 0,
      }
    : {
        ...{
          id,
          object: 'batch',
          status,
          metadata: { r2med: name },
          output_file_id: out,
          error_file_id: err,
        },
        errors: errors.length ? { object: 'list', data: errors } : null,
        request_counts: { total: requests.length, completed: 0, failed: 0 },
      };
};

export type Result = { readonly id: string; readonly body: Body; readonly said: Outcome };

interface FileLine {
  readonly id?: string;
  readonly custom_id: string;
  readonly response: { readonly status_code: number; readonly body: unknown } | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export const fileLine = ({ id, body, said }: Result): FileLine => {
  if (said === 'expired' || said === 'missing')
    return {
      custom_id: id,
      response: null,
      error: { code: 'batch_expired', message: 'not executed before the window expired' },
    };
  const { status, message } = 'status' in said ? said : { status: 200, message: '' };
  const own = 'text' in said ? replyTo(body, said.text) : { error: { message } };
  return { id: `req-${id}`, custom_id: id, response: { status_code: status, body: own }, error: null };
};

export const messageBatch = ({ id, fate, requests, created }: MadeBatch, atWork: boolean): unknown => ({
  ...{ id, type: 'message_batch', processing_status: atWork ? 'in_progress' : 'ended' },
  request_counts: {
    processing: atWork ? requests.length : 0,
    succeeded: atWork ? 0 : requests.length,
    errored: 0,
    canceled: 0,
    expired: 0,
  },
  ...{
    created_at: new Date(created).toISOString(),
    cancel_initiated_at: fate === 'cancelled' ? new Date().toISOString() : null,
  },
});

export const messageLine = ({ id, body, said }: Result): unknown => {
  if (said === 'expired' || said === 'missing') return { custom_id: id, result: { type: 'expired' } };
  if ('text' in said)
    return { custom_id: id, result: { type: 'succeeded', message: replyTo(body, said.text) } };
  const type = said.status === 400 ? 'invalid_request_error' : 'api_error';
  return {
    custom_id: id,
    result: { type: 'errored', error: { type: 'error', error: { type, message: said.message } } },
  };
};

export const operation = (
  batch: MadeBatch,
  atWork: boolean,
  results: (batch: MadeBatch) => readonly Result[],
): unknown => {
  const { id: name, name: displayName, fate, requests } = batch;
  const ends = {
    done: 'SUCCEEDED',
    lost: 'SUCCEEDED',
    expired: 'EXPIRED',
    cancelled: 'CANCELLED',
    refused: 'FAILED',
  };
  const state = `BATCH_STATE_${atWork ? 'RUNNING' : ends[fate as 'done']}`;
  const metadata = { displayName, state, batchStats: { requestCount: `${requests.length}` } };
  if (atWork || fate === 'refused')
    return {
      name,
      metadata,
      done: !atWork,
      ...(!atWork && { error: { code: 3, message: 'a model that is not there' } }),
    };
  const inlinedResponses = results(batch).map(({ id, body, said }) => ({
    metadata: { key: id },
    ...(said === 'expired' || said === 'missing'
      ? { error: { code: 4, message: 'too late' } }
      : 'text' in said
        ? { response: replyTo(body, said.text) }
        : { error: { code: said.status === 400 ? 3 : 13, message: said.message } }),
  }));
  return { name, metadata, done: true, response: { inlinedResponses: { inlinedResponses } } };
};
