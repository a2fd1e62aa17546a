import type { Message } from '../../../src/models/llms/index.js';
import type { ChatBehaviour, ServerEvent } from './behaviour.js';
import type { ServerDialect } from './dialect.js';
import { pieces, type Spoken } from './script.js';

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : (content as readonly { text?: string }[]).map(({ text }) => text ?? '').join('');

const error = (message: string, type = 'invalid_request_error') => ({
  type: 'error',
  error: { type, message },
});

const ending = ({ finish, stoppedAt }: Spoken, { filtered, refusal, withoutFinish }: ChatBehaviour) => {
  if (withoutFinish) return { stop_reason: null, stop_sequence: null };
  if (filtered || refusal !== undefined) return { stop_reason: 'refusal', stop_sequence: null };
  if (stoppedAt !== undefined) return { stop_reason: 'stop_sequence', stop_sequence: stoppedAt };
  return { stop_reason: finish === 'length' ? 'max_tokens' : 'end_turn', stop_sequence: null };
};

const blocks = (spoken: Spoken, { content, refusal }: ChatBehaviour): readonly Record<string, string>[] => [
  ...(spoken.reasoning ? [{ type: 'thinking', thinking: spoken.reasoning, signature: 'EqQBCg' }] : []),
  ...(content === 'null' || refusal !== undefined
    ? []
    : [{ type: 'text', text: content === 'empty' ? '' : spoken.text }]),
];

/** `/v1/messages`. */
export const anthropic: ServerDialect = {
  read: (_, body) => ({
    model: String(body.model),
    messages: [
      ...(body.system === undefined ? [] : [{ role: 'system' as const, content: textOf(body.system) }]),
      ...(body.messages as readonly { role: Message['role']; content: unknown }[]).map((message) => ({
        role: message.role,
        content: textOf(message.content),
      })),
    ],
    stop: (body.stop_sequences as string[] | undefined) ?? [],
    maxTokens: body.max_tokens as number | undefined,
    stream: body.stream === true,
    usage: true,
  }),
  refuses: (body, { blocked }) => {
    if (blocked) return error('The prompt was blocked');
    if (typeof body.max_tokens !== 'number') return error('max_tokens: Field required');
    const messages = body.messages as readonly { role: string; content: unknown }[];
    if (messages.some(({ role }) => role === 'system')) return error('messages: Unexpected role "system"');
    const last = messages.at(-1);
    return last?.role === 'assistant' && /\s$/.test(textOf(last.content))
      ? error('messages: final assistant content cannot end with trailing whitespace')
      : undefined;
  },
  whole: (spoken, behaviour) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: spoken.model,
    content: blocks(spoken, behaviour),
    ...ending(spoken, behaviour),
    ...(!behaviour.withoutUsage && {
      usage: { input_tokens: spoken.tokensIn, output_tokens: spoken.tokensOut },
    }),
  }),
  stream: (spoken, _, behaviour) => {
    const event = (type: string, rest: object = {}): ServerEvent => ({
      event: type,
      data: JSON.stringify({ type, ...rest }),
    });
    const usage = (output: number) =>
      behaviour.withoutUsage ? {} : { usage: { input_tokens: spoken.tokensIn, output_tokens: output } };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: spoken.model, content: [] };
    const parts = blocks(spoken, behaviour).flatMap(({ type, text, thinking, signature }, index) => {
      const delta = (delta: object): ServerEvent => event('content_block_delta', { index, delta });
      const begin = type === 'text' ? { type, text: '' } : { type: 'thinking', thinking: '', signature: '' };
      return [
        event('content_block_start', { index, content_block: begin }),
        ...pieces(thinking ?? '').map((piece) => delta({ type: 'thinking_delta', thinking: piece })),
        ...(signature === undefined ? [] : [delta({ type: 'signature_delta', signature })]),
        ...pieces(text ?? '').map((piece) => delta({ type: 'text_delta', text: piece })),
        event('content_block_stop', { index }),
      ];
    });
    return [
      event('message_start', {
        message: { ...message, stop_reason: null, stop_sequence: null, ...usage(1) },
      }),
      event('ping'),
      ...parts,
      ...(behaviour.withoutFinish
        ? []
        : [event('message_delta', { delta: ending(spoken, behaviour), ...usage(spoken.tokensOut) })]),
      ...(behaviour.withoutDone ? [] : [event('message_stop')]),
    ];
  },
  error: { event: 'error', data: JSON.stringify(error('Overloaded', 'overloaded_error')) },
};
