import { z } from 'zod';
import { defined, type Json, type JsonObject, own } from '../../../../core/index.js';
import { InvalidResponse, readAs, type Used } from '../../../../platform/api-client/index.js';
import { type Assembly, continues, type Dialect, NO_PART, systemText } from './dialect.js';

const Count = z.number().int().nonnegative().nullish().catch(undefined);

const Written = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  signature: z.string().optional(),
});

const Answer = z.object({
  content: z.array(Written),
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
  z.object({ type: z.literal('content_block_start'), index: z.int(), content_block: Written }),
  z.object({ type: z.literal('content_block_delta'), index: z.int(), delta: Written }),
  z.object({ type: z.literal('message_delta'), delta: Fields, usage: Fields.nullish() }),
  z.object({ type: z.literal('message_stop') }),
]);

/** Pings, ends of blocks, and whatever else may come ("your code should handle unknown event types"). */
const Other = z.looseObject({ type: z.string() });
const KNOWN: ReadonlySet<string> = new Set(Event.options.map(({ shape }) => shape.type.value));

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
    const parsed = readAs(Answer, answer, 'an answer without content');
    const { content, stop_reason: reason, stop_sequence } = parsed;
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
const GROWING: Readonly<Record<string, 'text' | 'thinking' | 'signature'>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
};

const assembly = (): Assembly => {
  let message: JsonObject | undefined;
  const blocks = new Map<number, z.infer<typeof Written>>();
  let ended = false;
  return {
    add: (event) => {
      if (!KNOWN.has(readAs(Other, event, NO_PART).type)) return 0;
      const data = readAs(Event, event, NO_PART);
      if (data.type === 'message_start') message = data.message as JsonObject;
      else if (data.type === 'content_block_start') blocks.set(data.index, data.content_block);
      else if (data.type === 'content_block_delta') {
        const field = own(GROWING, data.delta.type);
        const block = blocks.get(data.index);
        if (!block) throw new InvalidResponse('an event for a block that never began');
        if (field) block[field] = (block[field] ?? '') + (data.delta[field] ?? '');
        return (data.delta.text?.length ?? 0) + (data.delta.thinking?.length ?? 0);
      } else if (data.type === 'message_delta') {
        const usage = { ...(message?.usage as JsonObject | undefined), ...data.usage };
        message = { ...message, ...data.delta, ...(Object.keys(usage).length && { usage }) } as JsonObject;
      } else ended = true;
      return 0;
    },
    end: () => {},
    isWhole: () => ended || typeof message?.stop_reason === 'string',
    answer: () => {
      const inOrder = [...blocks].sort(([a], [b]) => a - b);
      return { ...message, content: inOrder.map(([, block]) => block as JsonObject) };
    },
  };
};
