import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../core/index.js';
import { InvalidResponse } from '../../../../platform/api-client/index.js';
import { CHAT_DIALECTS, type ChatDialectName } from './index.js';

const EVENTS: Readonly<Record<ChatDialectName, readonly JsonObject[]>> = {
  openai: [
    { id: 'a', choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] },
    { choices: [{ index: 0, delta: { reasoning_content: 'why', reasoning: 'why' } }] },
    {
      choices: [
        { index: 0, delta: { reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'why' }] } },
      ],
    },
    { choices: [{ index: 0, delta: { content: 'gout' } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop', stop_reason: null }] },
    { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
  ],
  anthropic: [
    { type: 'message_start', message: { id: 'a', usage: { input_tokens: 3 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'why' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'E0' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'gout' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
    { type: 'message_stop' },
  ],
  gemini: [
    { candidates: [{ content: { role: 'model', parts: [{ text: 'why', thought: true }] } }] },
    { candidates: [{ content: { parts: [{ text: 'gout' }] }, finishReason: 'STOP' }] },
    { usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, thoughtsTokenCount: 3 } },
  ],
};

/** Every place of a value, outermost first. */
const placesIn = (value: Json, at: readonly string[] = []): (readonly string[])[] => [
  at,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))
    : []),
];

const replaced = (value: Json, [key, ...rest]: readonly string[], by: Json): Json => {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string, Json>;
  copy[key] = replaced(copy[key]!, rest, by);
  return copy;
};

/** Objects that cannot become a text are among them: `String` of them throws. */
const WRONG: readonly Json[] = [
  { a: 1 },
  { toString: null, valueOf: null },
  [],
  ['gout'],
  [{ type: 'text', text: 'gout' }],
  7,
  -1,
  1e9,
  true,
  null,
  'odd',
];

const readThrough = (dialect: ChatDialectName, events: readonly Json[]): string => {
  const { assemble, read } = CHAT_DIALECTS[dialect];
  const assembly = assemble();
  for (const event of events) assembly.add(event);
  const { text, reasoning = '' } = read(assembly.answer());
  expect(typeof text).toBe('string');
  return text + reasoning;
};

describe.each(Object.keys(EVENTS) as ChatDialectName[])('%s', (dialect) => {
  const events = EVENTS[dialect];
  const changes = events.flatMap((event, nth) =>
    placesIn(event).flatMap((at) => WRONG.map((by) => ({ nth, at, by }))),
  );

  it('reads its own events', () => {
    expect(readThrough(dialect, events)).toBe('goutwhy');
  });

  it('takes anything else at any place of an event for no answer, or leaves it out', () => {
    fc.assert(
      fc.property(fc.constantFrom(...changes), ({ nth, at, by }) => {
        try {
          const changed = events.map((event, i) => (i === nth ? replaced(event, at, by) : event));
          expect(readThrough(dialect, changed)).not.toContain('[object');
        } catch (error) {
          if (!(error instanceof InvalidResponse)) throw error;
          expect(error.message).not.toContain('[object');
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('takes anything else at any place of a whole answer for no answer, or leaves it out', () => {
    const { assemble, read } = CHAT_DIALECTS[dialect];
    const assembly = assemble();
    for (const event of events) assembly.add(event);
    const whole = assembly.answer();
    for (const at of placesIn(whole))
      for (const by of WRONG)
        try {
          expect(read(replaced(whole, at, by)).text).not.toContain('[object');
        } catch (error) {
          if (!(error instanceof InvalidResponse)) throw error;
        }
  });
});

describe('a text that is none', () => {
  it.each([
    [
      'openai',
      { choices: [{ index: 0, delta: { content: { text: 'gout' } } }] },
      'choices.0.delta.content: expected string, received object',
    ],
    [
      'anthropic',
      { type: 'content_block_delta', index: 1, delta: { type: {}, text: 'x' } },
      'delta.type: expected string, received object',
    ],
    [
      'anthropic',
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: {} } },
      'delta.text: expected string, received object',
    ],
    ['anthropic', { type: {} }, 'type: expected string, received object'],
    [
      'gemini',
      { candidates: [{ content: { parts: [{ text: {} }] } }] },
      'candidates.0.content.parts.0.text: expected string, received object',
    ],
  ] as const)('%s: %j is said with its place', (dialect, event, said) => {
    expect(() => CHAT_DIALECTS[dialect].assemble().add(event)).toThrow(
      `an event that is not part of an answer (${said})`,
    );
  });
});
