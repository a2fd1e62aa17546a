import type { ChatBehaviour } from './behaviour.js';
import type { ServerDialect } from './dialect.js';
import { pieces, type Spoken, words } from './script.js';

interface Part {
  readonly text: string;
  readonly thought?: true;
}

const textOf = (content: { readonly parts: readonly Part[] }): string =>
  content.parts.map(({ text }) => text).join('');

const finishReason = ({ finish }: Spoken, { filtered, refusal, withoutFinish }: ChatBehaviour): object => {
  if (withoutFinish) return {};
  if (filtered || refusal !== undefined) return { finishReason: 'SAFETY' };
  return { finishReason: finish === 'length' ? 'MAX_TOKENS' : 'STOP' };
};

const usageMetadata = ({ tokensIn, tokensOut, reasoning }: Spoken, { withoutUsage }: ChatBehaviour) =>
  withoutUsage
    ? {}
    : {
        usageMetadata: {
          promptTokenCount: tokensIn,
          candidatesTokenCount: Math.max(0, tokensOut - words(reasoning)),
          ...(reasoning && { thoughtsTokenCount: Math.min(tokensOut, words(reasoning)) }),
          totalTokenCount: tokensIn + tokensOut,
        },
      };

const content = (parts: readonly Part[]): object => ({ content: { role: 'model', parts } });

const BLOCKED = { promptFeedback: { blockReason: 'SAFETY' } };

/** `/v1beta/models/X:generateContent` and `:streamGenerateContent?alt=sse`. */
export const gemini: ServerDialect = {
  read: (path, body) => {
    const config = (body.generationConfig ?? {}) as {
      readonly stopSequences?: readonly string[];
      readonly maxOutputTokens?: number;
    };
    const contents = body.contents as readonly { role?: string; parts: readonly Part[] }[];
    const system = body.systemInstruction as { parts: readonly Part[] } | undefined;
    return {
      model: /models\/([^:]+):/.exec(path)?.[1] ?? '',
      messages: [
        ...(system ? [{ role: 'system' as const, content: textOf(system) }] : []),
        ...contents.map((each) => ({
          role: each.role === 'model' ? ('assistant' as const) : ('user' as const),
          content: textOf(each),
        })),
      ],
      stop: config.stopSequences ?? [],
      maxTokens: config.maxOutputTokens,
      stream: path.includes(':streamGenerateContent'),
      usage: true,
    };
  },
  whole: (spoken, behaviour) => {
    if (behaviour.blocked) return { ...BLOCKED, ...usageMetadata(spoken, behaviour) };
    const parts: Part[] = spoken.reasoning ? [{ text: spoken.reasoning, thought: true }] : [];
    const silent = behaviour.content === 'null' || behaviour.refusal !== undefined;
    if (!silent) parts.push({ text: behaviour.content === 'empty' ? '' : spoken.text });
    return {
      candidates: [{ ...(silent ? {} : content(parts)), ...finishReason(spoken, behaviour), index: 0 }],
      ...usageMetadata(spoken, behaviour),
      modelVersion: spoken.model,
    };
  },
  stream: (spoken, _, behaviour) => {
    if (behaviour.blocked) return [{ data: JSON.stringify(BLOCKED) }];
    const chunk = (candidate: object): string =>
      JSON.stringify({
        candidates: [{ ...candidate, index: 0 }],
        ...usageMetadata(spoken, behaviour),
        modelVersion: spoken.model,
      });
    const silent = behaviour.content !== undefined || behaviour.refusal !== undefined;
    const parts: readonly Part[] = [
      ...pieces(spoken.reasoning).map((text) => ({ text, thought: true as const })),
      ...(silent ? [] : pieces(spoken.text).map((text) => ({ text }))),
    ];
    return [
      ...parts.map((part) => chunk(content([part]))),
      chunk({
        ...(behaviour.content === 'null' ? {} : content([{ text: '' }])),
        ...finishReason(spoken, behaviour),
      }),
    ].map((data) => ({ data }));
  },
  error: { data: JSON.stringify({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }) },
};
