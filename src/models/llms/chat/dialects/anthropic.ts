import { z } from 'zod';
import { defined, type Json, type JsonObject, own } from '../../../../core/index.js';
import { InvalidResponse, type Used } from '../../../../platform/api-client/index.js';
import { type Assembly, continues, type Dialect, systemText } from './dialect.js';

const Count = z.number().int().nonnegative().nullish().catch(undefined);

const Answer = z.object({
  content: z.array(
    z.looseObject({ type: z.string(), text: z.string().optional(), thinking: z.string().optional() }),
  ),
  stop_reason: z.string().nullish(),
  stop_sequence: z.string().nullish(),
});

const Counted = z.object({
  usage: z
    .object({
      input_tokens: Count,
      cache_creation_input_tokens: Count,
      cache_read_input_tokens: Count,
      output_tokens: Count,
    })
    .nullish()
    .catch(undefined),
});

const Fields = z.record(z.string(), z.json());
const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: Fields }),
  z.object({ type: z.literal('content_block_start'), index: z.number(), content_block: Fields }),
  z.object({ type: z.literal('content_block_delta'), index: z.number(), delta: Fields }),
  z.object({ type: z.literal('message_delta'), delta: Fields, usage: Fields.nullish() }),
  z.object({ type: z.literal('message_stop') }),
]);

/** The API wants a limit; this many are written by every model since Claude 3.5. */
const UNSAID_LIMIT = 8192;

/** `POST {base}/messages`, API version 2023-06-01. */
export const anthropic: Dialect = {
  home: 'https://api.anthropic.com/v1',
  homeVariable: 'ANTHROPIC_BASE_URL',
  homePath: '/v1',
  keyVariables: ['ANTHROPIC_API_KEY'],
  path: () => '/messages',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) }),
  body: ({ model, messages, sampling, stream }) =>
    defined({
      model,
      system: systemText(messages) || undefined,
      messages: messages
        .filter(({ role }) => role !== 'system')
        .map(({ role, content }, i, all) => ({
          role,
          // "final assistant content cannot end with trailing whitespace"
          content: i === all.length - 1 && continues(all) ? content.trimEnd() : content,
        })),
      max_tokens: sampling.maxTokens ?? UNSAID_LIMIT,
      temperature: sampling.temperature,
      top_p: sampling.topP,
      top_k: sampling.topK,
      stop_sequences: sampling.stop?.length ? sampling.stop : undefined,
      ...(stream && { stream: true }),
    }),
  read: (answer) => {
    const parsed = Answer.safeParse(answer);
    if (!parsed.success) throw new InvalidResponse('an answer without content');
    const { content, stop_reason: reason, stop_sequence } = parsed.data;
    const textOf = (field: 'text' | 'thinking'): string =>
      content.map((block) => block[field] ?? '').join('');
    return {
      text: textOf('text'),
      reasoning: textOf('thinking') || undefined,
      finish: reason === 'max_tokens' || reason === 'model_context_window_exceeded' ? 'length' : 'stop',
      stoppedAt: stop_sequence ?? undefined,
      refusal: reason === 'refusal' ? 'the service says that the model refused' : undefined,
      ...used(answer),
    };
  },
  used: (answer) => used(answer),
  assemble: () => assembly(),
};

/** What is read from a cache costs less, and is read all the same. */
const used = (answer: Json): Used => {
  const usage = Counted.safeParse(answer).data?.usage;
  const counts = [usage?.input_tokens, usage?.cache_creation_input_tokens, usage?.cache_read_input_tokens];
  return {
    tokensIn: usage?.input_tokens == null ? undefined : counts.reduce<number>((sum, n) => sum + (n ?? 0), 0),
    tokensOut: usage?.output_tokens ?? undefined,
  };
};

/** What a delta adds to its block, by its type. */
const GROWING: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
};

const assembly = (): Assembly => {
  let message: JsonObject | undefined;
  const blocks: Record<string, Json>[] = [];
  let ended = false;
  return {
    add: (event) => {
      const parsed = Event.safeParse(event);
      // Pings, ends of blocks, and whatever else may come ("your code should handle unknown event types").
      if (!parsed.success) return;
      const { data } = parsed;
      if (data.type === 'message_start') message = data.message as JsonObject;
      else if (data.type === 'content_block_start')
        blocks[data.index] = { ...data.content_block } as Record<string, Json>;
      else if (data.type === 'content_block_delta') {
        const field = own(GROWING, String(data.delta.type));
        const block = blocks[data.index];
        if (!block) throw new InvalidResponse('an event for a block that never began');
        if (field) block[field] = `${block[field] ?? ''}${data.delta[field] ?? ''}`;
      } else if (data.type === 'message_delta') {
        const usage = { ...(message?.usage as JsonObject | undefined), ...data.usage };
        message = { ...message, ...data.delta, ...(Object.keys(usage).length && { usage }) } as JsonObject;
      } else ended = true;
    },
    end: () => {},
    isWhole: () => ended || typeof message?.stop_reason === 'string',
    answer: () => ({ ...message, content: blocks.filter(Boolean) }),
  };
};
