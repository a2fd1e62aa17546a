import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { chatTests, question } from '../../../../test/support/chat-model.js';
import type { ChatBehaviour } from '../../../../test/support/chat-server.js';
import { type TestTools, testTools } from '../../../../test/support/tools.js';
import type { Tools } from '../../../core/index.js';
import { itemStore } from '../../../platform/node/index.js';
import { type CachedChat, cachedChat } from './cached-chat.js';
import { ChatFailure, type Reply } from './chat.js';

const { server, open } = chatTests();
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const setUp = async (settings: Parameters<typeof open>[1] = {}) => {
  const there = await server();
  const { model } = await open(there, settings);
  const tools = testTools();
  return { there, model, tools, chat: await cachedChat(model, tools) };
};

const payloads = (tools: TestTools): readonly Record<string, unknown>[] =>
  [...tools.kept.values()].flatMap((items) =>
    [...items.values()].map((bytes) => JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>),
  );

describe('a finished call', () => {
  it('is asked for once, and read from the store ever after', async () => {
    const { there, model, tools, chat } = await setUp();
    const first = await chat.ask(question('gout?'));
    expect(await chat.ask(question('gout?'))).toEqual(first);
    expect(await (await cachedChat(model, tools)).ask(question('gout?'))).toEqual(first);
    expect(there.requests).toHaveLength(1);
  });

  it('is kept whole, with what was asked, before it is used', async () => {
    const { there, tools, chat } = await setUp({ sampling: { temperature: 0.7 } });
    there.answer(() => ({ text: 'Gout.', reasoning: 'Crystals?' }));
    const reply = await chat.ask(question('gout?', { maxTokens: 9 }), 3);
    expect(payloads(tools)).toEqual([
      {
        request: { messages: question('gout?').messages, sampling: { temperature: 0.7, maxTokens: 9 } },
        nth: 3,
        reply,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ]);
    expect(reply.raw).toMatchObject({ object: 'chat.completion' });
    expect([...tools.kept.keys()]).toEqual([
      `{"chat":{"dialect":"openai","extra":{},"identity":{"address":"${there.origin}/v1"},"model":"tiny-1","refuses":[]}}`,
    ]);
  });

  it('is another one for other messages, other sampling, another sample or another model', async () => {
    const { there, tools, chat } = await setUp();
    const { model: other } = await open(there, { model: 'tiny-2' });
    await chat.ask(question('gout?'));
    await chat.ask(question('gout!'));
    await chat.ask(question('gout?', { temperature: 0 }));
    await chat.ask(question('gout?'), 1);
    await (await cachedChat(other, tools)).ask(question('gout?'));
    expect(there.requests).toHaveLength(5);
  });

  it('is the same whether the sampling comes from the model or from the request', async () => {
    const { there, tools, chat } = await setUp();
    const { model: same } = await open(there, { sampling: { temperature: 0 } });
    await chat.ask(question('gout?', { temperature: 0 }));
    await (await cachedChat(same, tools)).ask(question('gout?'));
    expect(there.requests).toHaveLength(1);
  });

  it('is asked for once when two want it at the same time', async () => {
    const { there, chat } = await setUp();
    there.answer((_, sampleIndex) => `answer ${sampleIndex}`);
    const replies = await Promise.all([1, 2, 3].map(() => chat.ask(question('gout?'))));
    expect(replies.map(({ text }) => text)).toEqual(['answer 1', 'answer 1', 'answer 1']);
    expect(there.requests).toHaveLength(1);
  });

  it('says when the model itself is asked', async () => {
    const { chat } = await setUp();
    let asked = 0;
    for (const _ of [1, 2]) await chat.ask(question('gout?'), 0, () => asked++);
    expect(asked).toBe(1);
  });

  it('can be looked for without asking', async () => {
    const { there, chat } = await setUp();
    expect(await chat.isCached(question('gout?'))).toBe(false);
    await chat.ask(question('gout?'));
    expect(await chat.isCached(question('gout?'))).toBe(true);
    expect(await chat.isCached(question('gout?'), 1)).toBe(false);
    expect(there.requests).toHaveLength(1);
  });

  it.each(['not JSON', '{}', '{"reply":{"text":1}}', '{"failure":{"kind":"odd","message":""}}', ''])(
    'that was damaged to %j is asked for again',
    async (damaged) => {
      const { there, tools, chat } = await setUp();
      await chat.ask(question('gout?'));
      for (const items of tools.kept.values())
        for (const key of items.keys()) items.set(key, Buffer.from(damaged));
      expect(await chat.isCached(question('gout?'))).toBe(false);
      expect((await chat.ask(question('gout?'))).text).toBe('You said: gout?');
      expect(there.requests).toHaveLength(2);
    },
  );
});

describe('a failure', () => {
  it('is kept and thrown again without asking', async () => {
    const { there, model, tools, chat } = await setUp();
    there.always(() => ({ refusal: 'I would rather not.' }));
    await expect(chat.ask(question('gout?'))).rejects.toThrow('I would rather not.');
    there.always(() => undefined);
    const again = (await cachedChat(model, tools)).ask(question('gout?'));
    await expect(again).rejects.toBeInstanceOf(ChatFailure);
    await expect(again).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('rather not'),
    });
    expect(await chat.isCached(question('gout?'))).toBe(true);
    expect(there.requests).toHaveLength(1);
    expect(payloads(tools)).toMatchObject([{ failure: { kind: 'refused' } }]);
  });

  it('is asked for again when that is wanted, once', async () => {
    const { there, model, tools, chat } = await setUp();
    there.always(() => ({ refusal: 'No.' }));
    await chat.ask(question('gout?')).catch(() => {});
    const retrying = await cachedChat(model, tools, { retryFailed: true });
    expect(await retrying.isCached(question('gout?'))).toBe(false);
    for (let i = 0; i < 2; i++) await expect(retrying.ask(question('gout?'))).rejects.toThrow('No.');
    expect(await retrying.isCached(question('gout?'))).toBe(true);
    expect(there.requests).toHaveLength(2);
  });

  it.each<[string, ChatBehaviour, boolean]>([
    ['an error of the server', { status: 500 }, true],
    ['a bad gateway', { status: 502, body: '<html><title>502 Bad Gateway</title>' }, true],
    ['a dropped connection', { drop: true }, true],
    ['half an answer and a dropped connection', { dropAfter: 40 }, true],
    ['half an answer', { truncateAt: 60 }, true],
    ['nothing at all', { truncateAt: 0 }, true],
    ['a refusal', { refusal: 'No.' }, false],
    ['an empty text', { content: 'empty' }, false],
    ['something else', { status: 200, body: '{"greeting":"hello"}' }, false],
    ['a question that is too long', { status: 413 }, false],
  ])('by %s is asked for again by the next command or not', async (_, behaviour, again) => {
    for (const stream of [true, false]) {
      const { there, model, tools, chat } = await setUp({ stream });
      there.always(() => behaviour);
      await expect(chat.ask(question('gout?'))).rejects.toBeInstanceOf(ChatFailure);
      expect(await chat.isCached(question('gout?'))).toBe(true);
      const [{ failure: first }] = payloads(tools) as [{ failure: ChatFailure }];
      const next = await cachedChat(model, tools);
      expect(await next.isCached(question('gout?'))).toBe(!again);
      await expect(next.ask(question('gout?'))).rejects.toBeInstanceOf(ChatFailure);
      const [{ failure }] = payloads(tools) as [{ failure: ChatFailure }];
      expect(failure.failedTries!.tokensIn).toBe(first.failedTries!.tokensIn * (again ? 2 : 1));
      there.always(() => undefined);
      const last = (await cachedChat(model, tools)).ask(question('gout?'));
      if (again) expect((await last).text).toBe('You said: gout?');
      else await expect(last).rejects.toBeInstanceOf(ChatFailure);
    }
  });

  it('gives way to a later answer, in whichever file of the store that stands', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'r2med-chat-'));
    folders.push(folder);
    const { there, model } = await setUp();
    const tools = (): Tools => ({ ...testTools(), items: itemStore(folder, () => {}) });
    there.always(() => ({ refusal: 'No.' }));
    await (await cachedChat(model, tools())).ask(question('gout?')).catch(() => {});
    there.always(() => undefined);
    const retrying = await cachedChat(model, tools(), { retryFailed: true });
    expect((await retrying.ask(question('gout?'))).text).toBe('You said: gout?');
    expect((await (await cachedChat(model, tools())).ask(question('gout?'))).text).toBe('You said: gout?');
    expect(there.requests).toHaveLength(2);

    // A bit that turns on the disk costs one more question.
    for (const name of await readdir(folder, { recursive: true }))
      if (name.endsWith('.items')) {
        const bytes = await readFile(join(folder, name));
        bytes[bytes.length - 5]! ^= 1;
        await writeFile(join(folder, name), bytes);
      }
    const after = await cachedChat(model, tools());
    expect((await after.ask(question('gout?'))).text).toBe('You said: gout?');
    expect(there.requests).toHaveLength(3);
  });

  it('in which nothing can be read is asked for again when that is wanted, and the first answer that can be read counts', async () => {
    const { there, model, tools, chat } = await setUp();
    const isReadable = ({ text }: Reply) => /\d/.test(text);
    const asked = { ...question('gout?'), isReadable };
    const said = async (from: CachedChat) => (await from.ask(asked)).text;
    const again = () => cachedChat(model, tools, { retryFailed: true });
    there.answer(() => 'High.');
    expect(await said(chat)).toBe('High.');
    // Not in the same command, and not unless it is wanted.
    expect([await said(chat), await said(await cachedChat(model, tools))]).toEqual(['High.', 'High.']);
    there.answer(() => 'Very high.');
    expect(await said(await again())).toBe('Very high.');
    there.answer(() => '7');
    const third = await again();
    expect([await third.isCached(asked), await third.isCached(question('gout?'))]).toEqual([false, true]);
    expect([await said(third), await said(third)]).toEqual(['7', '7']);
    expect([await said(await cachedChat(model, tools)), await said(await again())]).toEqual(['7', '7']);
    expect(there.requests).toHaveLength(3);
  });

  it('that ends the work is not kept', async () => {
    const { there, tools, chat } = await setUp();
    there.always(() => ({ status: 401 }));
    await expect(chat.ask(question('gout?'))).rejects.toThrow('set OPENAI_API_KEY');
    expect(payloads(tools)).toEqual([]);
    there.always(() => undefined);
    expect((await chat.ask(question('gout?'))).text).toBe('You said: gout?');
  });

  it('to wait is not kept either', async () => {
    const { there, model, tools } = await setUp();
    const stop = new AbortController();
    there.always(() => ({ hang: true }));
    there.onHang(() => stop.abort(new Error('enough')));
    const chat = await cachedChat(model, tools, { signal: stop.signal });
    await expect(chat.ask(question('gout?'))).rejects.toThrow('enough');
    expect(payloads(tools)).toEqual([]);
  });
});

describe('a total budget', () => {
  it('counts cached calls of earlier commands, failed attempts included, without further settings', async () => {
    const there = await server();
    there.answer(() => ({ text: 'Gout.', tokensIn: 100, tokensOut: 100 }));
    const tools = testTools();
    there.misbehave({ drop: true });
    const { model: earlier } = await open(there);
    await (await cachedChat(earlier, tools)).ask(question('gout?', { maxTokens: 100 }));
    const before = earlier.usage().tokensIn + earlier.usage().tokensOut;
    expect(before).toBeGreaterThan(300);
    const { model } = await open(there, { budget: { totalTokens: before + 110 } });
    const chat = await cachedChat(model, tools);
    await expect(chat.ask(question('fever?', { maxTokens: 200 }))).rejects.toThrow(
      `${before} tokens spent by earlier commands, 0 tokens spent in 0 requests`,
    );
    await expect(chat.ask(question('gout?', { maxTokens: 100 }))).resolves.toMatchObject({ text: 'Gout.' });
  });
});

it('a check is sent to the model only if no call is cached', async () => {
  const { there, chat } = await setUp();
  await chat.ask(question('gout?'));
  there.always(() => ({ status: 401 }));
  await chat.check!();
  const { there: other, chat: unused } = await setUp();
  other.always(() => ({ status: 401 }));
  await expect(unused.check!()).rejects.toThrow('set OPENAI_API_KEY');
});
