import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type BatchServer, startBatchServer } from '../../../../test/support/batch-server.js';
import { question } from '../../../../test/support/chat-model.js';
import { testClock } from '../../../../test/support/served-embedder.js';
import { type TestTools, testTools } from '../../../../test/support/tools.js';
import { Stopped, WorkError } from '../../../core/index.js';
import { type CachedChat, type ChatSettings, cachedChat, openChat } from '../../../models/llms/index.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const served = async (): Promise<BatchServer> => {
  const server = await startBatchServer();
  closing.push(server.close);
  return server;
};

/** Waits take no time, but others come first. */
const clockOf = () => {
  const clock = testClock();
  return {
    ...clock,
    sleep: async (ms: number, signal: AbortSignal) => {
      await turn();
      return clock.sleep(ms, signal);
    },
  };
};

const SERVICES = {
  openai: { dialect: 'openai', home: 'https://api.openai.com/v1', model: 'gpt-test' },
  mistral: { dialect: 'openai', home: 'https://api.mistral.ai/v1', model: 'mistral-test' },
  anthropic: { dialect: 'anthropic', home: 'https://api.anthropic.com/v1', model: 'claude-test' },
  gemini: {
    dialect: 'gemini',
    home: 'https://generativelanguage.googleapis.com/v1beta',
    model: 'gemini-test',
  },
} as const satisfies Record<string, Pick<ChatSettings, 'dialect' | 'home' | 'model'>>;
type Service = keyof typeof SERVICES;
const services = Object.keys(SERVICES) as Service[];

/** A chat by batches, and what the person who waits is told. */
const opened = async (
  server: BatchServer,
  service: Service,
  tools: TestTools = testTools(),
  settings: Partial<ChatSettings> = {},
): Promise<CachedChat & { readonly notes: readonly string[] }> => {
  const { home } = SERVICES[service];
  const notes: string[] = [];
  const model = await openChat({
    ...SERVICES[service],
    name: service,
    homeVariable: 'TEST_HOME',
    keyVariables: ['TEST_KEY'],
    reasoning: 'none',
    continuation: 'turns',
    sampling: { maxTokens: 100 },
    env: { TEST_HOME: server.origin + new URL(home).pathname, TEST_KEY: 'secret-key-of-a-test' },
    batchItems: tools.items,
    clock: clockOf(),
    note: (line) => notes.push(line),
    ...settings,
  });
  closing.push(() => model.close());
  return { ...(await cachedChat(model, tools)), notes };
};

const asked = (chat: CachedChat, texts: readonly string[]) =>
  Promise.allSettled(texts.map((text) => chat.ask(question(text))));
const textsOf = (settled: readonly PromiseSettledResult<{ readonly text: string }>[]) =>
  settled.map((each) => (each.status === 'fulfilled' ? each.value.text : String(each.reason)));

const TEXTS = ['one', 'two', 'three', 'four'];
const SAID = TEXTS.map((text) => `You said: ${text}`);

describe.each(services)('batches of %s', (service) => {
  it('answer every call, whatever the order and however often an answer comes', async () => {
    const server = await served();
    const chat = await opened(server, service);
    expect(textsOf(await asked(chat, TEXTS))).toEqual(SAID);
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([4]);
    expect(server.live).toEqual([]);
    expect(chat.model.usage()).toMatchObject({ calls: 4, failed: 0, tokensIn: 400, tokensOut: 200 });
  });

  it('mix with calls that were made before, and are asked for nothing twice', async () => {
    const server = await served();
    const tools = testTools();
    await asked(await opened(server, service, tools), TEXTS.slice(0, 2));
    expect(textsOf(await asked(await opened(server, service, tools), TEXTS))).toEqual(SAID);
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([2, 2]);
    expect(textsOf(await asked(await opened(server, service, tools), TEXTS))).toEqual(SAID);
    expect(server.batches.length).toBe(2);
  });

  it('are not made again where the disk fails once after they were submitted', async () => {
    const server = await served();
    const tools = testTools();
    let failing = true;
    const items: typeof tools.items = async (setting, paid) => {
      const store = await tools.items(setting, paid);
      const append: typeof store.append = async (some) => {
        const isSubmitted = some.some(({ bytes }) => Buffer.from(bytes).includes('"fact":"submitted"'));
        if (failing && isSubmitted) {
          failing = false;
          throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
        }
        return store.append(some);
      };
      return { ...store, append };
    };
    const failed = await asked(await opened(server, service, tools, { batchItems: items }), TEXTS);
    expect(new Set(textsOf(failed))).toEqual(new Set(['Error: EIO: i/o error, read']));
    expect(textsOf(await asked(await opened(server, service, tools), TEXTS))).toEqual(SAID);
    expect(server.batches.length).toBe(1);
  });

  it('are left by Ctrl-C, and taken up by the next command', async () => {
    const server = await served();
    server.hold();
    const stop = new AbortController();
    const tools = testTools({ signal: stop.signal });
    const chat = await opened(server, service, tools);
    const waiting = asked(chat, TEXTS);
    await server.made(1);
    stop.abort(new Stopped());
    expect(
      (await waiting).every((each) => each.status === 'rejected' && each.reason instanceof Stopped),
    ).toBe(true);
    expect(chat.model.usage()).toMatchObject({ tokensIn: 0, tokensOut: 0 });
    expect(chat.model.usage().lost).toBeUndefined();
    await chat.model.close();
    server.letGo();
    const next = await opened(server, service, { ...testTools(), items: tools.items });
    expect(textsOf(await asked(next, [...TEXTS, 'five']))).toEqual([...SAID, 'You said: five']);
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([4, 1]);
    expect(next.model.usage()).toMatchObject({ tokensIn: 500, tokensOut: 250 });
  });

  it('are found again when the process ended between submission and answer', async () => {
    const server = await served();
    server.next('lost');
    const tools = testTools();
    // The line breaks after the batch was made: the same command finds it.
    expect(textsOf(await asked(await opened(server, service, tools), TEXTS))).toEqual(SAID);
    expect(server.batches.length).toBe(1);
    // A process that ended there left no more than that it was about to submit.
    const killed = testTools();
    server.hold();
    const stop = new AbortController();
    const chat = await opened(server, service, { ...killed, signal: stop.signal });
    const waiting = asked(chat, ['six', 'seven', 'eight']);
    await server.made(2);
    stop.abort(new Stopped());
    await waiting;
    await chat.model.close();
    for (const items of killed.kept.values())
      for (const [key, bytes] of items) if (Buffer.from(bytes).includes('"submitted"')) items.delete(key);
    server.letGo();
    const next = await opened(server, service, killed);
    expect(textsOf(await asked(next, ['eight', 'six']))).toEqual(['You said: eight', 'You said: six']);
    expect(server.batches.length).toBe(2);
  });

  it('that were never made are submitted again', async () => {
    const server = await served();
    server.next('not made', 'busy');
    expect(textsOf(await asked(await opened(server, service), TEXTS))).toEqual(SAID);
    expect(server.batches.length).toBe(1);
  });

  it('that expire are submitted again for what they did not get to', async () => {
    const server = await served();
    server.next('expired');
    const chat = await opened(server, service);
    expect(textsOf(await asked(chat, TEXTS))).toEqual(SAID);
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([4, 2]);
    expect(chat.notes.join('\n')).toContain('ended without 2 of its calls; they are submitted again');
    expect(chat.model.usage()).toMatchObject({ tokensIn: 400 });
  });

  it('fail for the calls alone that fail in them', async () => {
    const server = await served();
    server.answer((text, nth) => {
      if (text === 'two') return { status: 400, message: 'a wrong request' };
      // The next try goes into another batch.
      return text === 'three' && nth === 1 ? { status: 500, message: 'mishap' } : { text };
    });
    const chat = await opened(server, service);
    const said = textsOf(await asked(chat, TEXTS));
    expect(said).toEqual(['one', expect.stringContaining('a wrong request'), 'three', 'four']);
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([4, 1]);
    // A refusal is an answer; it is asked for again only on request.
    expect(textsOf(await asked(chat, ['two']))).toEqual([expect.stringContaining('a wrong request')]);
    expect(server.batches.length).toBe(2);
  });

  const ends = ['cancelled', ...(service === 'anthropic' ? [] : ['refused' as const])] as const;
  it.each(ends)('that are %s end the work', async (fate) => {
    const server = await served();
    server.next(fate);
    const settled = await asked(await opened(server, service), TEXTS);
    const errors = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(errors.length).toBe(fate === 'refused' ? 4 : 2);
    expect(errors.every((error) => error instanceof WorkError)).toBe(true);
    expect(errors[0].message).toContain(fate === 'refused' ? 'a model that is not there' : 'was cancelled');
    expect(server.batches.length).toBe(1);
  });
});

describe('batches', () => {
  it('cost a share of the price, which a budget counts', async () => {
    const server = await served();
    const price = { usdPerMillionIn: 1000, usdPerMillionOut: 2000, at: '2026-11-16' };
    // At full price 100 tokens in and 50 out are 0.2 dollars; each call may take 200 tokens out, and so twice that.
    const sampling = { maxTokens: 200 };
    const chat = await opened(server, 'openai', testTools(), { price, sampling, budget: { usd: 0.55 } });
    expect(textsOf(await asked(chat, TEXTS))).toEqual(SAID);
    expect(chat.model.usage().usd).toBeCloseTo(0.4, 9);
    const reply = await chat.ask(question('one'));
    expect(reply.priceShare).toBe(0.5);
    // What could exceed the budget waits until the batch before it has ended.
    expect(server.batches.length).toBeGreaterThan(1);
    await expect(chat.ask(question('and one more'))).rejects.toThrow('the budget of $0.55');
  });

  it('are not known to other keys or forgotten by the service: that is an error, not a second payment', async () => {
    const [first, other] = [await served(), await served()];
    first.hold();
    const stop = new AbortController();
    const tools = testTools({ signal: stop.signal });
    const chat = await opened(first, 'openai', tools);
    const waiting = asked(chat, TEXTS);
    await first.made(1);
    stop.abort(new Stopped());
    await waiting;
    await chat.model.close();
    const next = await opened(other, 'openai', { ...testTools(), items: tools.items });
    expect(textsOf(await asked(next, ['one']))[0]).toContain('leave out --batch-api and pay again');
    expect(other.batches).toEqual([]);
  });

  it('are for services that have them', async () => {
    const server = await served();
    const home = 'https://api.deepseek.com';
    await expect(opened(server, 'openai', testTools(), { home })).rejects.toThrow('has no batch API');
  });
});
