import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatTests, question } from '../../../../test/support/chat-model.js';
import type { ChatBehaviour } from '../../../../test/support/chat-server.js';
import { testClock } from '../../../../test/support/served-embedder.js';
import { WorkError } from '../../../core/index.js';
import { ChatFailure } from './chat.js';
import { CHAT_DIALECTS, type ChatDialectName } from './dialects/index.js';

const { server, open } = chatTests();
const names = Object.keys(CHAT_DIALECTS) as ChatDialectName[];
const ANSWER = 'You said: here';
const each = names.flatMap((dialect) => [true, false].map((stream) => ({ dialect, stream })));

/** What is over when the request is sent again. */
const PASSING: Readonly<Record<string, ChatBehaviour>> = {
  'an error of its own': { status: 500 },
  'a bad gateway with a page': { status: 502, body: '<html><title>502 Bad Gateway</title>' },
  'too many requests': { status: 429 },
  'an overload': { status: 529 },
  'a dropped connection': { drop: true },
  'half an answer and a dropped connection': { dropAfter: 40 },
  'half an answer': { truncateAt: 60 },
  'nothing at all': { truncateAt: 0 },
  'a page with 200': {
    status: 200,
    body: '<html><title>Sign in</title>',
    headers: { 'content-type': 'text/html' },
  },
  'words with 200': { status: 200, body: 'upstream connect error' },
  'an error with 200': { status: 200, body: '{"error":{"message":"The engine is gone","code":500}}' },
  'an empty text': { content: 'empty' },
  'no text': { content: 'null' },
};

describe.each(each)('$dialect, streamed: $stream', ({ dialect, stream }) => {
  it.each(Object.entries(PASSING))('is asked again after %s', async (_, behaviour) => {
    const there = await server();
    there.misbehave(behaviour);
    const { ask, model, clock, notes } = await open(there, { dialect, stream });
    expect((await ask('here')).text).toBe(ANSWER);
    expect(there.requests).toHaveLength(2);
    expect(clock.slept).toEqual([375]);
    expect(notes).toHaveLength(1);
    expect(model.usage()).toMatchObject({ calls: 2, failed: 0 });
  });

  it('is not asked again when it refuses, and the tokens it took are counted', async () => {
    for (const behaviour of [
      { refusal: 'I cannot help with that.' },
      { filtered: true },
      { blocked: true },
    ] as const) {
      const there = await server();
      there.misbehave(behaviour);
      const { failure, model } = await open(there, { dialect, stream });
      const error = await failure('here');
      expect(error).toBeInstanceOf(ChatFailure);
      expect(error).toMatchObject({ kind: 'refused' });
      expect(there.requests).toHaveLength(1);
      expect(model.usage()).toMatchObject({ calls: 1, failed: 1 });
    }
  });

  it('is not asked again when the question is too long for it', async () => {
    const there = await server();
    const message = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens";
    there.misbehave({ status: 400, body: JSON.stringify({ error: { message, code: 400 } }) });
    const { failure } = await open(there, { dialect, stream });
    const error = await failure('here');
    expect(error).toMatchObject({ name: 'ChatFailure', kind: 'too-long' });
    expect(error.message).toContain('maximum context length is 8192 tokens');
    expect(there.requests).toHaveLength(1);
  });

  it('that says nothing for too long is asked again, and given up in the end', async () => {
    const there = await server();
    const clock = testClock();
    there.onHang(() => clock.ring());
    there.misbehave({ hang: true });
    const { ask, failure } = await open(there, { dialect, stream, clock, timeoutMs: 90_000 });
    expect((await ask('here')).text).toBe(ANSWER);
    there.always(() => ({ hang: true }));
    const error = await failure('here');
    expect(error).toMatchObject({ kind: 'silent' });
    expect(error.message).toMatch(/no answer within 90 s$/);
    expect(there.requests).toHaveLength(5);
  });
});

describe('a question', () => {
  it.each([
    [{ status: 500, body: 'boom' }, 'broken', 4, 'answered 500: boom'],
    [{ status: 200, body: 'words' }, 'unusable', 3, 'answered with something that is not JSON: words'],
    [{ content: 'empty' }, 'empty', 3, 'answered with an empty text'],
    [{ drop: true }, 'silent', 3, 'the connection was dropped'],
    [{ status: 422, body: '{"detail":"no such thing"}' }, 'refused', 1, 'answered 422: no such thing'],
  ] as const)(
    'that gets %j every time ends as a failure of its own',
    async (behaviour, kind, tries, message) => {
      const there = await server();
      there.always(([first]) => (first?.content === 'bad' ? behaviour : undefined));
      const { ask, failure, model } = await open(there);
      const error = await failure('bad');
      expect(error).toBeInstanceOf(ChatFailure);
      expect(error).toMatchObject({ kind });
      expect(error.message).toContain(message);
      expect(there.requests).toHaveLength(tries);
      expect((await ask('here')).text).toBe(ANSWER);
      expect(model.usage()).toMatchObject({ calls: tries + 1, failed: 1 });
    },
  );

  it('whose answer never began before the limit is not asked again', async () => {
    const there = await server();
    there.answer(() => ({ text: '', finish: 'length', tokensOut: 500 }));
    const { failure, model } = await open(there);
    const error = await failure('here');
    expect(error).toMatchObject({ kind: 'empty' });
    expect(error.message).toContain('the limit of tokens was reached before the answer began');
    expect(there.requests).toHaveLength(1);
    expect(model.usage().tokensOut).toBe(500);
  });

  it('may be answered with nothing where that is an answer', async () => {
    const there = await server();
    there.answer(() => '</search>');
    const { ask } = await open(there);
    expect(await ask(question('here', { stop: ['</search>'] }))).toMatchObject({
      text: '',
      stoppedAt: '</search>',
    });
    there.answer(() => '');
    const messages = [
      { role: 'user', content: 'here' },
      { role: 'assistant', content: 'All is said.' },
    ] as const;
    expect((await ask({ messages, sampling: {} })).text).toBe('');
    there.answer(() => ({ text: '', reasoning: 'I wonder' }));
    expect(await ask('here')).toMatchObject({ text: '', reasoning: 'I wonder' });
  });
});

describe('a stream', () => {
  it.each(names)('of %s is whole without its last event', async (dialect) => {
    const there = await server();
    there.misbehave({ withoutDone: true });
    expect((await (await open(there, { dialect })).ask('here')).text).toBe(ANSWER);
    expect(there.requests).toHaveLength(1);
  });

  it('that breaks off after the answer loses only its count of tokens', async () => {
    const there = await server();
    const { ask } = await open(there);
    await ask('here');
    const { body } = there.requests[0]!;
    const url = `${there.origin}/v1/chat/completions`;
    const whole = await (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).text();
    for (const how of ['dropAfter', 'truncateAt'] as const) {
      there.misbehave({ [how]: whole.indexOf('"usage"') });
      expect(await ask('here')).toMatchObject({ text: ANSWER, estimated: true });
    }
    expect(there.requests).toHaveLength(4);
  });

  it.each(names)('of %s that reports an error in its midst is asked for again', async (dialect) => {
    const there = await server();
    there.misbehave({ errorAfter: 2 });
    const { ask, notes } = await open(there, { dialect });
    expect((await ask('here')).text).toBe(ANSWER);
    expect(notes[0]).toMatch(/answered (502: The model fell over|529: Overloaded|503: Overloaded)/);
  });

  it.each(names)('of %s that falls silent is noticed, and what came of it is counted', async (dialect) => {
    const there = await server();
    there.answer(() => 'word '.repeat(50));
    there.misbehave({ stallAfter: 2000 });
    let alarms = 0;
    const clock = {
      ...testClock(),
      alarm: (_: number, ring: () => void) => {
        alarms++;
        // Set for the answer, for what follows its head, and, third, for what follows the first piece.
        if (alarms === 3) setImmediate(ring);
        return () => {};
      },
    };
    const { ask, notes, model } = await open(there, { dialect, clock });
    const reply = await ask('here');
    expect(reply.text.trim()).toHaveLength(249);
    expect(notes[0]).toMatch(/nothing more within 300 s/);
    expect(model.usage().tokensOut).toBeGreaterThan(reply.tokensOut);
    expect(model.usage().tokensIn).toBeGreaterThan(reply.tokensIn);
  });
});

describe('a service that asks for patience', () => {
  it('is left in peace for as long as it asks', async () => {
    const there = await server();
    there.misbehave({ status: 429, headers: { 'retry-after': '42' } });
    const { ask, clock } = await open(there);
    expect((await ask('here')).text).toBe(ANSWER);
    expect(clock.slept).toEqual([42_000]);
  });

  it('for an hour, or for ever, ends the work with advice', async () => {
    const there = await server();
    there.misbehave({ status: 429, headers: { 'retry-after': '7200' } });
    const { failure, clock } = await open(there);
    const error = await failure('here');
    expect(error).toBeInstanceOf(WorkError);
    const until = new Date(clock.date() + 7_200_000).toISOString().slice(0, 16).replace('T', ' ');
    expect(error.message).toBe(
      `${there.origin}/v1 answered 429; it asks to wait 2 h, and at most 5 min 00 s are waited\n` +
        `  Fix: run the same command again after ${until} UTC, or name another endpoint or model: what was answered is cached`,
    );
    clock.pass(7_200_000);
    there.always(() => ({ status: 429 }));
    expect(await failure('here')).toBeInstanceOf(WorkError);
    expect(there.requests).toHaveLength(7);
  });

  it('for an hour is believed by the other requests too: none of them waits for it', async () => {
    const there = await server();
    there.always((_, sampleIndex) => (sampleIndex === 1 ? { late: true, status: 500 } : undefined));
    const { failure, clock } = await open(there, { concurrency: 2 });
    const late = new Promise<void>((resolve) => {
      there.onLate(() => resolve());
    });
    const first = failure('one');
    await late;
    there.misbehave({ status: 429, headers: { 'retry-after': '5400' } });
    expect((await failure('two')).message).toContain('asks to wait 1 h 30 min');
    there.letGo();
    expect((await first).message).toMatch(/is busy; it asks to wait 1 h 30 min.*\n {2}Fix: run the same/);
    expect(Math.max(...clock.slept)).toBeLessThan(60_000);
    expect(there.requests).toHaveLength(2);
  });

  it.each([
    ['drops the connection', { drop: true }, 3],
    ['fails by itself', { status: 500 }, 4],
    ['says nothing', { content: 'empty' }, 3],
    ['is busy', { status: 429 }, 6],
  ] as const)('says how often it is tried when it %s', async (_, behaviour, tries) => {
    const there = await server();
    there.always(() => behaviour);
    const { failure, notes } = await open(there);
    await failure('here');
    expect(notes.map((line) => /try \d of \d/.exec(line)?.[0])).toEqual(
      Array.from({ length: tries - 1 }, (_, i) => `try ${i + 2} of ${tries}`),
    );
    expect(there.requests).toHaveLength(tries);
  });
});

describe('whatever a service does', () => {
  it('a question is answered rightly, or fails for a reason that is said', async () => {
    const behaviours = fc.constantFrom<ChatBehaviour>(
      {},
      {},
      ...Object.values(PASSING),
      { refusal: 'No.' },
      { filtered: true },
      { status: 400, body: 'no' },
      { withoutUsage: true },
      { withoutDone: true },
      { withoutFinish: true },
      { errorAfter: 1 },
      { comments: true },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(behaviours, { maxLength: 12 }),
        fc.constantFrom(...names),
        fc.boolean(),
        fc.integer({ min: 1, max: 400 }),
        async (script, dialect, stream, cut) => {
          const there = await server();
          there.misbehave(...script, { truncateAt: cut });
          const { model } = await open(there, { dialect, stream, concurrency: 2 });
          const asked = ['a', 'b', 'c', 'd', 'e'];
          const outcomes = await Promise.allSettled(
            asked.map((each) => model.ask(question(each), new AbortController().signal)),
          );
          outcomes.forEach((outcome, i) => {
            if (outcome.status === 'fulfilled') expect(outcome.value.text).toBe(`You said: ${asked[i]}`);
            else expect(outcome.reason.name).toMatch(/ChatFailure|WorkError/);
          });
          expect(there.busiest).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 60 },
    );
  });
});
