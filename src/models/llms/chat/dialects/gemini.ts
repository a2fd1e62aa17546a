import { z } from 'zod';
import { defined, type Json, type JsonObject } from '../../../../core/index.js';
import { googleKey, InvalidResponse, readAs, type Used } from '../../../../platform/api-client/index.js';
import { type Assembly, type Dialect, NO_PART, systemText } from './dialect.js';

const Count = z.number().int().nonnegative().optional().catch(undefined);
const Part = z.looseObject({ text: z.string().optional(), thought: z.boolean().optional() });
const Candidate = z.looseObject({
  content: z.looseObject({ parts: z.array(Part).optional() }).optional(),
  finishReason: z.string().optional(),
});

const Answer = z.looseObject({
  candidates: z.array(Candidate).optional(),
  promptFeedback: z.looseObject({ blockReason: z.string().optional() }).optional(),
});

const Counted = z.looseObject({
  usageMetadata: z
    .looseObject({ promptTokenCount: Count, candidatesTokenCount: Count, thoughtsTokenCount: Count })
    .optional()
    .catch(undefined),
});

/** Reasons for an end that are a refusal; any other that is not one of `ENDS` is a mishap. */
const REFUSALS = new Set(['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII']);
const ENDS = new Set(['STOP', 'MAX_TOKENS', 'FINISH_REASON_UNSPECIFIED']);

/** `POST {base}/models/{model}:generateContent`, or `:streamGenerateContent?alt=sse`. */
export const gemini: Dialect = {
  home: 'https://generativelanguage.googleapis.com/v1beta',
  homeVariable: 'GOOGLE_GEMINI_BASE_URL',
  homePath: '/v1beta',
  keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  path: (model, stream) =>
    `/${encodeURI(`models/${model.replace(/^models\//, '')}`)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  headers: googleKey,
  body: ({ messages, sampling }) => {
    const system = systemText(messages);
    return defined({
      systemInstruction: system ? { parts: [{ text: system }] } : undefined,
      contents: messages
        .filter(({ role }) => role !== 'system')
        .map(({ role, content }) => ({
          role: role === 'user' ? 'user' : 'model',
          parts: [{ text: content }],
        })),
      generationConfig: defined({
        temperature: sampling.temperature,
        topP: sampling.topP,
        topK: sampling.topK,
        seed: sampling.seed,
        stopSequences: sampling.stop?.length ? sampling.stop : undefined,
        maxOutputTokens: sampling.maxTokens,
      }),
    });
  },
  read: (answer) => {
    const without = 'an answer without candidates';
    const { candidates, promptFeedback } = readAs(Answer, answer, without);
    const blocked = promptFeedback?.blockReason;
    const [candidate] = candidates ?? [];
    if (!candidate && !blocked) throw new InvalidResponse(without);
    const reason = candidate?.finishReason ?? 'STOP';
    if (!ENDS.has(reason) && !REFUSALS.has(reason))
      throw new InvalidResponse(`an answer that ended in "${reason}"`);
    const parts = candidate?.content?.parts ?? [];
    const textOf = (thought: boolean): string =>
      parts.map((part) => ((part.thought ?? false) === thought ? (part.text ?? '') : '')).join('');
    return {
      text: textOf(false),
      reasoning: textOf(true) || undefined,
      finish: reason === 'MAX_TOKENS' ? 'length' : 'stop',
      refusal: blocked
        ? `the prompt was blocked (${blocked})`
        : REFUSALS.has(reason)
          ? `stopped for ${reason}`
          : undefined,
      ...used(answer),
    };
  },
  used: (answer) => used(answer),
  assemble: () => assembly(),
};

const used = (answer: Json): Used => {
  const usage = Counted.safeParse(answer).data?.usageMetadata;
  const out = usage?.candidatesTokenCount ?? (usage?.thoughtsTokenCount === undefined ? undefined : 0);
  return {
    tokensIn: usage?.promptTokenCount,
    tokensOut: out === undefined ? undefined : out + (usage?.thoughtsTokenCount ?? 0),
  };
};

/** Every event is an answer with the next part of the text; of all else the last value counts. */
const assembly = (): Assembly => {
  let head: JsonObject = {};
  let candidate: JsonObject = {};
  const parts: JsonObject[] = [];
  return {
    add: (event) => {
      const { candidates, ...rest } = readAs(Answer, event, NO_PART);
      head = { ...head, ...(rest as JsonObject) };
      const [next] = candidates ?? [];
      if (!next) return 0;
      candidate = { ...candidate, ...(next as JsonObject) };
      const added = next.content?.parts ?? [];
      for (const part of added) append(parts, part as JsonObject);
      return added.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
    },
    end: () => {},
    isWhole: () =>
      candidate.finishReason !== undefined ||
      (head.promptFeedback as JsonObject | undefined)?.blockReason !== undefined,
    answer: (): Json => {
      if (!Object.keys(candidate).length) return head;
      return { ...head, candidates: [{ ...candidate, content: { role: 'model', parts } }] };
    },
  };
};

/** Neighbours of one kind are one part. */
const append = (parts: JsonObject[], part: JsonObject): void => {
  const last = parts.at(-1);
  const same =
    last && typeof last.text === 'string' && typeof part.text === 'string' && last.thought === part.thought;
  if (same) parts[parts.length - 1] = { ...last, ...part, text: `${last.text}${part.text}` };
  else parts.push(part);
};
