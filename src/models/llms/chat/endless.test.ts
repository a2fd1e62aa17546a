import { describe, expect, it } from 'vitest';
import { chatTests, question } from '../../../../test/support/chat-model.js';
import { testClock } from '../../../../test/support/served-embedder.js';
import { CHAT_DIALECTS, type ChatDialectName } from './dialects/index.js';

const { server, open } = chatTests();
/** Every look at the clock is an hour after the last. */
const hourlyClock = () => {
  const clock = testClock();
  const date = (): number => {
    clock.pass(3_600_000);
    return clock.date();
  };
  return { ...clock, date };
};
const names = Object.keys(CHAT_DIALECTS) as ChatDialectName[];

describe('an answer without an end', () => {
  const TEXT: Readonly<Record<ChatDialectName, object>> = {
    openai: { choices: [{ index: 0, delta: { content: 'word '.repeat(200) } }] },
    anthropic: {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: 'word '.repeat(200) },
    },
    gemini: { candidates: [{ content: { parts: [{ text: 'word '.repeat(200) }] } }] },
  };
  const START = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
  const sent = (...events: object[]): string =>
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const CASES = names.flatMap((dialect) => [
    { dialect, stream: true, endless: `data: ${'x'.repeat(5000)}`, said: /more than 1089536 bytes/ },
    { dialect, stream: true, endless: ': still here\n\n'.repeat(99), said: /more than 1089536 bytes/ },
    {
      dialect,
      stream: true,
      endless: sent(...(dialect === 'anthropic' ? [START] : []), TEXT[dialect]),
      said: /67000 characters, where at most 10 tokens were asked for/,
    },
    { dialect, stream: false, endless: '[[[['.repeat(999), said: /more than 1089536 bytes/ },
  ]);

  it.each(CASES)('$dialect, streamed: $stream, $said', async ({ dialect, stream, endless, said }) => {
    const there = await server();
    there.always(() => ({ endless }));
    const { failure, model } = await open(there, { dialect, stream });
    const error = await failure(question('here', { maxTokens: 10 }));
    expect(error).toMatchObject({ kind: 'unusable' });
    expect(error.message).toMatch(said);
    expect(error.message).toMatch(/, and no end of it: see why the server goes on$/);
    // It is not paid for again, and the server is no longer listened to.
    expect(model.usage()).toMatchObject({ calls: 1, lost: 1 });
    await there.idle();
  });

  it('that only gives signs of life, for hours, is ended and not asked for again', async () => {
    const there = await server();
    there.always(() => ({ endless: ': still here\n\n' }));
    const { failure, model } = await open(there, { clock: hourlyClock() });
    const { message } = await failure('here');
    expect(message).toMatch(/pieces for more than 14400 s, and no end of it: see why the server goes on/);
    expect(model.usage()).toMatchObject({ calls: 1, lost: 1 });
    await there.idle();
  });

  it('is waited for longer where more silence is allowed', async () => {
    const there = await server();
    there.answer(() => 'word '.repeat(50));
    const { ask } = await open(there, { clock: hourlyClock(), timeoutMs: 864_000_000 });
    expect((await ask('here')).text).toContain('word word');
  });

  it('that goes on after it was whole is taken', async () => {
    const there = await server();
    there.misbehave({
      endless: sent({ choices: [{ index: 0, delta: { content: 'gout ' }, finish_reason: 'stop' }] }),
    });
    const { ask } = await open(there);
    expect((await ask(question('here', { maxTokens: 10 }))).text).toMatch(/^gout gout /);
  });
});
