import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { chatTests, question } from '../../../../test/support/chat-model.js';
import type { ChatBehaviour } from '../../../../test/support/chat-server.js';
import { testTools } from '../../../../test/support/tools.js';
import { InputError, WorkError } from '../../../core/index.js';
import { cachedChat } from './cached-chat.js';
import type { ChatDialectName } from './dialects/index.js';
import { openChat } from './open-chat.js';
import type { ChatSettings } from './settings.js';

const { server, open } = chatTests();
const never = new AbortController().signal;
const BARE: ChatSettings = {
  name: 'tiny',
  dialect: 'openai',
  model: 'tiny-1',
  reasoning: 'none',
  continuation: 'turns',
  sampling: {},
  env: {},
};

describe('a model', () => {
  it('never has more requests under way than it may, and answers all', async () => {
    const there = await server();
    there.always(() => ({ late: true }));
    there.onLate((waiting) => waiting === 3 && there.letGo());
    const { model } = await open(there, { concurrency: 3 });
    const asked = Array.from({ length: 12 }, (_, i) => `q${i}`);
    const replies = await Promise.all(asked.map((each) => model.ask(question(each), never)));
    expect(replies.map(({ text }) => text)).toEqual(asked.map((each) => `You said: ${each}`));
    expect(there.busiest).toBe(3);
  });

  it('shares the load of several servers, and leaves one out that fails', async () => {
    const [good, bad] = [await server(), await server()];
    bad.always(() => ({ status: 500 }));
    const { ask, notes } = await open([bad, good], { concurrency: 1 });
    for (let i = 0; i < 8; i++) expect((await ask(`q${i}`)).text).toBe(`You said: q${i}`);
    expect(bad.requests.length).toBe(3);
    expect(notes.some((line) => line.includes('left out for 30 s'))).toBe(true);
  });

  it('is known by its dialect, its id, its first address and what is always sent along, and by no key', async () => {
    const spec = async (settings: Partial<ChatSettings>) =>
      (await openChat({ ...BARE, endpoints: ['http://127.0.0.1:9/v1'], ...settings })).spec;
    const plain = await spec({});
    const known = { dialect: 'openai', model: 'tiny-1', refuses: [], extra: {} };
    expect(plain).toEqual({ ...known, identity: { address: 'http://127.0.0.1:9/v1' } });
    const two = ['http://127.0.0.1:9/v1', 'http://localhost:8/v1'];
    expect(await spec({ endpoints: two, env: { OPENAI_API_KEY: 'k' } })).toEqual(plain);
    expect(await spec({ endpoints: two.slice(1) })).not.toEqual(plain);
    // A row of the registry is what it says wherever it is asked, and the service itself needs no address.
    expect(await spec({ identity: null })).toEqual(known);
    expect(await spec({ endpoints: [], env: { OPENAI_API_KEY: 'k' } })).toEqual(known);
    expect(await spec({ extra: { reasoning_effort: 'low' } })).not.toEqual(plain);
    expect(await spec({ refuses: ['topP', 'seed'] })).toEqual(await spec({ refuses: ['seed', 'topP'] }));
  });

  it('that cannot go on with a text is not asked to, and none is asked without a message', async () => {
    const there = await server();
    const { failure } = await open(there, { continuation: 'turns' });
    const messages = [{ role: 'assistant', content: 'I' }] as const;
    expect((await failure({ messages, sampling: {} })).message).toContain('a text for tiny to go on with');
    expect(await failure({ messages: [], sampling: {} })).toBeInstanceOf(InputError);
    expect(there.requests).toEqual([]);
  });

  it.each([{ concurrency: 0 }, { timeoutMs: 0 }, { context: Number.NaN }])(
    'with %j is refused',
    async (wrong) => {
      await expect(openChat({ ...BARE, ...wrong })).rejects.toThrow('a number from 1 on');
    },
  );

  it('of an unknown dialect is refused with a list', async () => {
    const dialect = 'claude' as ChatDialectName;
    await expect(openChat({ ...BARE, dialect })).rejects.toThrow('one of openai, anthropic, gemini');
  });
});

describe('the address', () => {
  it('may be copied with its path', async () => {
    const there = await server();
    const { ask } = await open(there, { endpoints: [`${there.origin}/v1/chat/completions`] });
    await ask('?');
    expect(there.requests[0]?.path).toBe('/v1/chat/completions');
  });

  it('is the one that OPENAI_BASE_URL names, unless the service has a home of its own', async () => {
    const there = await server();
    const env = { OPENAI_BASE_URL: `${there.origin}/v1`, OPENAI_API_KEY: 'k', DEEPSEEK_API_KEY: 'd' };
    const { ask } = await open(there, { endpoints: [], env });
    await ask('?');
    expect(there.requests[0]?.headers.authorization).toBe('Bearer k');
    const other = await server();
    const deepseek = await open(there, {
      endpoints: [],
      home: `${other.origin}/v1`,
      keyVariables: ['DEEPSEEK_API_KEY'],
      env,
    });
    await deepseek.ask('?');
    expect(other.requests[0]?.headers.authorization).toBe('Bearer d');
    expect(there.requests).toHaveLength(1);
  });

  it.each([
    ['anthropic', 'ANTHROPIC_BASE_URL', '/v1/messages'],
    ['gemini', 'GOOGLE_GEMINI_BASE_URL', '/v1beta/models/tiny-1:streamGenerateContent?alt=sse'],
  ] as const)('of %s is the one that %s names', async (dialect, variable, path) => {
    const there = await server();
    const { ask } = await open(there, { dialect, endpoints: [], env: { [variable]: there.origin } });
    await ask('?');
    expect(there.requests[0]?.path).toBe(path);
  });

  it.each([
    ['openai', 'https://api.openai.com/v1 needs a key\n  Fix: set OPENAI_API_KEY'],
    ['anthropic', 'set ANTHROPIC_API_KEY'],
    ['gemini', 'set GEMINI_API_KEY or GOOGLE_API_KEY'],
  ] as const)('of %s itself needs a key before anything is sent', async (dialect, message) => {
    await expect(openChat({ ...BARE, dialect })).rejects.toThrow(message);
  });
});

describe('a budget', () => {
  const price = { usdPerMillionIn: 1, usdPerMillionOut: 10, at: '2026-01-01' };

  it('stops the work before it is exceeded, and nothing more is sent', async () => {
    const there = await server();
    const { ask, failure, model } = await open(there, { price, budget: { usd: 0.0105 } });
    await ask(question('one two', { maxTokens: 1000 }));
    expect(model.usage()).toEqual({ calls: 1, failed: 0, tokensIn: 2, tokensOut: 4, usd: 0.000_042 });
    await ask(question('one two', { maxTokens: 1000 }));
    const error = await failure(question('one two', { maxTokens: 1050 }));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(
      /budget of \$0.0105 for this command could be exceeded: \$0.000084 spent in 2 requests/,
    );
    expect(there.requests).toHaveLength(2);
  });

  it('assumes R2MED’s limit of 10,240 tokens where none is given', async () => {
    const { failure } = await open(await server(), { budget: { tokens: 10_240 } });
    expect((await failure('one')).message).toContain('the next one may take 10,245 tokens');
  });

  it('holds for questions asked at once: each waits for what the others may take', async () => {
    const there = await server();
    const { model } = await open(there, { budget: { tokens: 150 }, concurrency: 8 });
    const asked = Array.from({ length: 8 }, (_, i) => question(`q${i}`, { maxTokens: 60 }));
    const replies = await Promise.all(asked.map((each) => model.ask(each, never)));
    expect(replies).toHaveLength(8);
    expect(there.busiest).toBeLessThanOrEqual(2);
  });
});

describe('a key', () => {
  const KEY = 'sk-proj-Zq8/secret+Kx4T9wLmN2';
  const VARIABLE = {
    openai: 'OPENAI_API_KEY',
    anthropic: 'ANTHROPIC_API_KEY',
    gemini: 'GEMINI_API_KEY',
  } as const;
  const HEADER = { openai: 'authorization', anthropic: 'x-api-key', gemini: 'x-goog-api-key' } as const;
  const said = (error: unknown): string => JSON.stringify({ error });

  it.each(Object.keys(VARIABLE) as ChatDialectName[])(
    'is sent to %s from its variable, in a header',
    async (dialect) => {
      const there = await server();
      const { ask } = await open(there, { dialect, env: { [VARIABLE[dialect]]: ` ${KEY}\n` } });
      await ask('?');
      expect(String(there.requests[0]?.headers[HEADER[dialect]])).toContain(KEY);
      expect(there.requests[0]?.path + JSON.stringify(there.requests[0]?.body)).not.toContain(KEY);
    },
  );

  /** Answers that repeat the key, whole or in pieces. */
  const TELLTALES: readonly ChatBehaviour[] = [
    { status: 401, body: said({ message: `Incorrect API key provided: ${KEY}.` }) },
    { status: 400, body: said({ message: `${'x'.repeat(190)} ${KEY}` }) },
    { status: 500, body: `<html><title>${KEY}</title>` },
    { status: 429, body: KEY, headers: { 'retry-after': '1' } },
    { status: 200, body: KEY },
    { status: 200, body: said({ message: `key=${KEY.slice(8)}`, code: 400 }) },
    {
      status: 200,
      body: `data: ${said({ message: KEY, code: 400 })}\n\n`,
      headers: { 'content-type': 'text/event-stream' },
    },
    {
      status: 200,
      body: JSON.stringify({
        headers: { authorization: `Bearer ${KEY}` },
        choices: [{ message: { content: KEY }, finish_reason: 'stop' }],
      }),
    },
    { refusal: `I know ${KEY}` },
    { drop: true },
  ];

  it.each(TELLTALES)('never appears in what is kept, noted, thrown or counted (%j)', async (behaviour) => {
    const there = await server();
    there.always(() => behaviour);
    const { model, notes } = await open(there, { env: { OPENAI_API_KEY: KEY } });
    const tools = testTools();
    const chat = await cachedChat(model, tools);
    const outcome = await Promise.allSettled([chat.ask(question('?'))]);
    const kept = [...tools.kept].map(([name, items]) => [
      name,
      [...items.values()].map((each) => Buffer.from(each).toString()),
    ]);
    const everything = inspect([outcome, notes, tools.notes, model, chat, model.usage(), kept], {
      depth: null,
      showHidden: true,
      maxStringLength: null,
    });
    for (let i = 0; i + 6 <= KEY.length; i++) expect(everything).not.toContain(KEY.slice(i, i + 6));
  });

  it('that is an ordinary word does not change answers', async () => {
    const there = await server();
    there.answer(() => 'The set is EMPTY.');
    const { ask } = await open(there, { env: { OPENAI_API_KEY: 'EMPTY' } });
    expect((await ask('?')).text).toBe('The set is EMPTY.');
  });
});

describe('a check', () => {
  it.each(['openai', 'anthropic', 'gemini'] as const)(
    'of %s asks for nothing and costs nothing',
    async (dialect) => {
      const there = await server();
      const { model } = await open(there, { dialect, budget: { tokens: 1 } });
      await model.check!(never);
      expect(there.requests).toEqual([]);
      expect(model.usage()).toMatchObject({ tokensIn: 0, tokensOut: 0 });
      there.always(() => ({ status: 401 }));
      await expect(model.check!(never)).rejects.toThrow(/answered 401.*\n {2}Fix: set /);
    },
  );
});
