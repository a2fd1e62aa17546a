import { z } from 'zod';
import { defined, type Json, type JsonObject } from '../../../../core/index.js';
import { bearer, InvalidResponse, readAs, type Used } from '../../../../platform/api-client/index.js';
import { type Assembly, continues, type Dialect, NO_PART, type ParsedResponse } from './dialect.js';

const Text = z.string().nullish();
const Count = z.number().int().nonnegative().optional().catch(undefined);
const Detail = z.looseObject({ index: z.number().optional(), text: Text, summary: Text });

const Spoken = z.looseObject({
  content: Text,
  refusal: Text,
  /** DeepSeek's name, and vLLM's, SGLang's and llama.cpp's after it. */
  reasoning_content: Text,
  /** OpenRouter's, Ollama's, and vLLM's of late. */
  reasoning: Text,
  /** OpenRouter's, in pieces. */
  reasoning_details: z.array(Detail).nullish().catch(undefined),
});
type Spoken = z.infer<typeof Spoken>;

const End = {
  finish_reason: Text,
  /** vLLM says which stop text it was, or the number of a token. */
  stop_reason: z.union([z.string(), z.number()]).nullish(),
};

const Answer = z.object({ choices: z.array(z.object({ message: Spoken, ...End })).min(1) });

const Counted = z.object({
  usage: z.object({ prompt_tokens: Count, completion_tokens: Count }).nullish().catch(undefined),
});

const Chunk = z.looseObject({
  choices: z
    .array(z.looseObject({ index: z.number().optional(), delta: Spoken.nullish(), ...End }))
    .nullish(),
});

/** Ends that are none: OpenRouter's, SGLang's and DeepSeek's words for a model that fell over. */
const BROKEN = new Set(['error', 'abort', 'insufficient_system_resource']);

/** `POST {base}/chat/completions`: OpenAI, vLLM, SGLang, llama.cpp, Ollama, DeepSeek, OpenRouter and many more. */
export const openai: Dialect = {
  home: 'https://api.openai.com/v1',
  homeVariable: 'OPENAI_BASE_URL',
  keyVariables: ['OPENAI_API_KEY'],
  path: () => '/chat/completions',
  headers: bearer,
  body: ({ model, messages, sampling, stream, limitParameter }) =>
    defined({
      model,
      messages: messages.map(({ role, content }) => ({ role, content })),
      temperature: sampling.temperature,
      top_p: sampling.topP,
      top_k: sampling.topK,
      repetition_penalty: sampling.repetitionPenalty,
      seed: sampling.seed,
      stop: sampling.stop?.length ? sampling.stop : undefined,
      [limitParameter]: sampling.maxTokens,
      // vLLM and SGLang; servers that go on with a last message anyway do not mind.
      ...(continues(messages) && { continue_final_message: true, add_generation_prompt: false }),
      ...(stream && { stream: true, stream_options: { include_usage: true } }),
    }),
  read: (answer) => {
    const { message, finish_reason, stop_reason } = readAs(Answer, answer, 'an answer without a message')
      .choices[0]!;
    if (BROKEN.has(finish_reason ?? ''))
      throw new InvalidResponse(`an answer that ended in "${finish_reason}"`);
    const filtered = finish_reason === 'content_filter' ? 'stopped by the content filter' : undefined;
    return {
      text: message.content ?? '',
      reasoning: reasoningOf(message),
      finish: finish_reason === 'length' ? 'length' : 'stop',
      stoppedAt: typeof stop_reason === 'string' ? stop_reason : undefined,
      refusal: message.refusal || filtered,
      ...used(answer),
    } satisfies ParsedResponse;
  },
  used: (answer) => used(answer),
  assemble: () => assembly(),
};

const used = (answer: Json): Used => {
  const usage = Counted.safeParse(answer).data?.usage;
  return { tokensIn: usage?.prompt_tokens, tokensOut: usage?.completion_tokens };
};

const reasoningOf = ({ reasoning_content, reasoning, reasoning_details }: Spoken): string | undefined => {
  const details = reasoning_details?.map(({ text, summary }) => text ?? summary ?? '').join('');
  return reasoning_content || reasoning || details || undefined;
};

/** Of the first choice; only one is ever requested. */
const assembly = (): Assembly => {
  let head: JsonObject = {};
  let message: Record<string, Json> = { role: 'assistant', content: null };
  let end: Record<string, Json> = { finish_reason: null };
  let ended = false;
  return {
    add: (event) => {
      const { choices, ...rest } = readAs(Chunk, event, NO_PART);
      head = { ...head, ...present(rest) };
      const choice = choices?.find(({ index = 0 }) => index === 0);
      if (!choice) return 0;
      const { delta, index: _, ...others } = choice;
      message = withDelta(message, delta ?? {});
      end = { ...end, ...present(others) };
      return delta ? (delta.content?.length ?? 0) + (reasoningOf(delta)?.length ?? 0) : 0;
    },
    end: () => {
      ended = true;
    },
    isWhole: () => ended || end.finish_reason !== null,
    answer: () => ({ ...head, object: 'chat.completion', choices: [{ index: 0, message, ...end }] }),
  };
};

const present = (fields: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as JsonObject;

/** Texts grow, all else is replaced. */
const withDelta = (message: Record<string, Json>, delta: Partial<Spoken>): Record<string, Json> => {
  const grown = new Map(Object.entries(message));
  for (const [field, piece] of Object.entries(present(delta))) {
    if (field === 'role') continue;
    const before = grown.get(field);
    if (typeof piece === 'string') grown.set(field, (typeof before === 'string' ? before : '') + piece);
    else if (field === 'reasoning_details')
      grown.set(field, withDetails(before, piece as readonly JsonObject[]));
    else grown.set(field, piece);
  }
  return Object.fromEntries(grown);
};

/** Pieces of one index are one. */
const withDetails = (before: Json | undefined, pieces: readonly JsonObject[]): Json => {
  const details = [...((before ?? []) as readonly JsonObject[])];
  for (const piece of pieces) {
    const at = details.findIndex(({ index, type }) => index === piece.index && type === piece.type);
    const whole = details[at];
    if (!whole) details.push(piece);
    else
      details[at] = {
        ...whole,
        ...piece,
        ...joined(whole, piece, 'text'),
        ...joined(whole, piece, 'summary'),
      };
  }
  return details;
};

const joined = (whole: JsonObject, piece: JsonObject, field: string): JsonObject =>
  typeof piece[field] === 'string' ? { [field]: `${whole[field] ?? ''}${piece[field]}` } : {};
