import type { ChatBehaviour } from './behaviour.js';
import type { ServerDialect } from './dialect.js';
import { type ChatAsked, pieces, type Spoken } from './script.js';

const HEAD = { id: 'chatcmpl-1', created: 1_700_000_000 };

const usageOf = ({ tokensIn, tokensOut }: Spoken) => ({
  prompt_tokens: tokensIn,
  completion_tokens: tokensOut,
  total_tokens: tokensIn + tokensOut,
});

const ending = ({ finish, stoppedAt }: Spoken, behaviour: ChatBehaviour) => ({
  finish_reason: behaviour.withoutFinish ? null : behaviour.filtered ? 'content_filter' : finish,
  ...(!behaviour.withoutStopReason && { stop_reason: stoppedAt ?? null }),
});

const reasoning = (field: Spoken['reasoningField'], text: string): Record<string, unknown> => {
  if (!text) return {};
  return { [field]: field === 'reasoning_details' ? [{ type: 'reasoning.text', text, index: 0 }] : text };
};

const content = (text: string, { content: none, refusal }: ChatBehaviour): string | null => {
  if (none === 'null' || refusal !== undefined) return null;
  return none === 'empty' ? '' : text;
};

/** `/v1/chat/completions` as vLLM speaks it, which is OpenAI's with `stop_reason` and reasoning fields. */
export const openai: ServerDialect = {
  read: (_, body) => ({
    model: String(body.model),
    messages: body.messages as ChatAsked['messages'],
    stop: [(body.stop as string | string[] | undefined) ?? []].flat(),
    maxTokens: (body.max_completion_tokens ?? body.max_tokens) as number | undefined,
    stream: body.stream === true,
    usage: (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true,
  }),
  refuses: (body, { blocked }) => {
    if (blocked)
      return { error: { message: 'The prompt triggered the content filter', code: 'content_filter' } };
    // vLLM generates a prompt unless told not to.
    return body.continue_final_message && body.add_generation_prompt !== false
      ? { error: { message: 'Cannot set both continue_final_message and add_generation_prompt to True.' } }
      : undefined;
  },
  whole: (spoken, behaviour) => ({
    ...HEAD,
    object: 'chat.completion',
    model: spoken.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: content(spoken.text, behaviour),
          refusal: behaviour.refusal ?? null,
          ...reasoning(spoken.reasoningField, spoken.reasoning),
        },
        ...ending(spoken, behaviour),
      },
    ],
    ...(!behaviour.withoutUsage && { usage: usageOf(spoken) }),
  }),
  stream: (spoken, asked, behaviour) => {
    const chunk = (rest: object): string =>
      JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', model: spoken.model, ...rest });
    const delta = (delta: object, end: object = { finish_reason: null }): string =>
      chunk({ choices: [{ index: 0, delta, ...end }] });
    const text = content(spoken.text, behaviour);
    const events = [
      delta({ role: 'assistant', content: text === null ? null : '' }),
      ...pieces(spoken.reasoning).map((piece) => delta(reasoning(spoken.reasoningField, piece))),
      ...pieces(behaviour.refusal ?? '').map((refusal) => delta({ refusal })),
      ...pieces(text ?? '').map((piece) => delta({ content: piece })),
      delta({}, ending(spoken, behaviour)),
      ...(asked.usage && !behaviour.withoutUsage ? [chunk({ choices: [], usage: usageOf(spoken) })] : []),
      ...(behaviour.withoutDone ? [] : ['[DONE]']),
    ];
    return events.map((data) => ({ data }));
  },
  error: { data: JSON.stringify({ error: { message: 'The model fell over', code: 502 } }) },
};
