import { describe, expect, it } from 'vitest';
import { chatTests, question } from '../../../../test/support/chat-model.js';
import type { ChatBehaviour } from '../../../../test/support/chat-server.js';
import { WorkError } from '../../../core/index.js';

const { server, open } = chatTests();

/** Reads 2 tokens as the server counts, and may write 1,000. */
const ASKED = question('one two', { maxTokens: 1000 });
/** What is set aside for it: an estimate of what is read, and all that may be written. */
const MOST = { tokensIn: 7, tokensOut: 1000 };

describe('an answer that was lost on the way', () => {
  it.each<[string, ChatBehaviour]>([
    ['by a connection that breaks before it', { drop: true }],
    ['by a connection that breaks in its midst', { dropAfter: 30 }],
    ['by a gateway that got none', { status: 504, body: 'upstream timed out' }],
    ['as something that cannot be read', { body: '<html>Bad gateway</html>' }],
  ])('%s counts at its most, and is marked', async (_, behaviour) => {
    const there = await server();
    there.misbehave(behaviour);
    const { ask, model } = await open(there, { stream: false });
    const { tokensIn, tokensOut } = await ask(ASKED);
    expect(model.usage()).toEqual({
      calls: 2,
      failed: 0,
      lost: 1,
      tokensIn: MOST.tokensIn + tokensIn,
      tokensOut: MOST.tokensOut + tokensOut,
    });
  });

  it.each<[string, ChatBehaviour]>([
    ['refuses for now', { status: 429, headers: { 'retry-after': '1' } }],
    ['fails by itself', { status: 500, body: '{"error":{"message":"out of memory"}}' }],
  ])('is none where the service %s: that costs nothing', async (_, behaviour) => {
    const there = await server();
    there.misbehave(behaviour);
    const { ask, model } = await open(there, { stream: false });
    const { tokensIn, tokensOut } = await ask(ASKED);
    expect(model.usage()).toEqual({ calls: 2, failed: 0, tokensIn, tokensOut });
  });

  it('is none where nobody was there', async () => {
    const there = await server();
    await there.close();
    const { failure, model } = await open(there, { stream: false });
    await failure(ASKED);
    expect(model.usage()).toMatchObject({ tokensIn: 0, tokensOut: 0 });
  });

  it('keeps a budget from being exceeded, whatever the server did with the requests', async () => {
    const there = await server();
    there.always(() => ({ drop: true }));
    const { model, failure } = await open(there, { stream: false, budget: { tokens: 5000 }, concurrency: 8 });
    const errors = await Promise.all(Array.from({ length: 8 }, () => failure(ASKED)));
    // Each request may have cost 1,007 tokens.
    expect(there.requests).toHaveLength(4);
    expect(model.usage()).toMatchObject({ tokensIn: 28, tokensOut: 4000, lost: 4 });
    for (const error of errors) {
      expect(error).toBeInstanceOf(WorkError);
      expect(error.message).toContain(
        'the budget of 5,000 tokens for this command could be exceeded: 4,028 tokens spent in 4 requests ' +
          '(4,028 tokens of it an estimate: 4 answers lost, counted at the limit)',
      );
    }
  });
});

describe('an answer that cannot be used', () => {
  const usage = { prompt_tokens: 30, completion_tokens: 70 };

  it.each([
    ['without a message', { choices: [], usage }],
    ['that fell over', { choices: [{ message: { content: 'x' }, finish_reason: 'error' }], usage }],
    ['that is empty', { choices: [{ message: { content: '' }, finish_reason: 'stop' }], usage }],
  ])('%s counts as the server counted', async (_, body) => {
    const there = await server();
    there.misbehave({ body: JSON.stringify(body) });
    const { ask, model } = await open(there, { stream: false });
    const { tokensIn, tokensOut } = await ask(ASKED);
    expect(model.usage()).toEqual({
      calls: 2,
      failed: 0,
      tokensIn: 30 + tokensIn,
      tokensOut: 70 + tokensOut,
    });
  });

  it.each([
    ['anthropic', { usage: { input_tokens: 30, output_tokens: 70 } }],
    ['gemini', { usageMetadata: { promptTokenCount: 30, candidatesTokenCount: 60, thoughtsTokenCount: 10 } }],
  ] as const)('of %s does so too', async (dialect, body) => {
    const there = await server();
    there.misbehave({ body: JSON.stringify(body) });
    const { ask, model } = await open(there, { dialect, stream: false });
    const { tokensIn, tokensOut } = await ask(ASKED);
    expect(model.usage()).toMatchObject({ tokensIn: 30 + tokensIn, tokensOut: 70 + tokensOut });
    expect(model.usage()).not.toHaveProperty('lost');
  });
});
