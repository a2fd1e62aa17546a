import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Behaviour,
  type EmbeddingServer,
  startEmbeddingServer,
} from '../../../../test/support/embedding-server.js';
import { collect, testClock } from '../../../../test/support/served-embedder.js';
import { testTools } from '../../../../test/support/tools.js';
import { type EmbeddingApiSettings, openEmbeddingApi } from './index.js';

const END = { token: '</s>', startTokens: 1 };

/** A server whose tokenizer makes so many tokens of the end token alone. */
const serverWith = async (ofEndToken: Behaviour): Promise<EmbeddingServer> => {
  const server = await startEmbeddingServer();
  onTestFinished(() => server.close());
  server.always((texts) => (texts[0] === END.token && texts.length === 1 ? ofEndToken : undefined));
  return server;
};

const open = (servers: readonly EmbeddingServer[], more: Partial<EmbeddingApiSettings> = {}) =>
  openEmbeddingApi({
    dialect: 'openai',
    model: 'tiny',
    endpoints: servers.map(({ origin }) => `${origin}/v1`),
    endToken: END,
    clock: testClock(),
    env: {},
    ...more,
  });

const sentTo = ({ requests }: EmbeddingServer): readonly string[] =>
  requests.flatMap(({ texts }) => texts).filter((text) => text !== END.token);

describe('a text for a model that reads an end token', () => {
  it('carries it to a server that reads it as one token and appends none', async () => {
    const server = await serverWith({ tokens: 2 });
    await collect(await open([server]), ['gout', 'iron']);
    expect([...sentTo(server)].sort()).toEqual(['gout</s>', 'iron</s>']);
  });

  it('carries none to a server that appends it by itself', async () => {
    const server = await serverWith({ tokens: 3 });
    await collect(await open([server]), ['gout', 'iron']);
    expect([...sentTo(server)].sort()).toEqual(['gout', 'iron']);
  });

  it('goes nowhere where the token is plain text', async () => {
    const server = await serverWith({ tokens: 4 });
    const { error } = await collect(await open([server]), ['gout']);
    expect(error?.message).toMatch(/reads the end token <\/s> as 4 tokens.*\n.*--python python3/s);
    expect(sentTo(server)).toEqual([]);
  });

  it('carries it with a note to a server that does not count', async () => {
    const server = await serverWith({ withoutUsage: true });
    const tools = testTools();
    await collect(await open([server]), ['gout'], 'query', tools);
    expect(sentTo(server)).toEqual(['gout</s>']);
    expect(tools.notes).toEqual([expect.stringContaining('does not count tokens')]);
  });

  it('is asked about once per server', async () => {
    const servers = [await serverWith({ tokens: 2 }), await serverWith({ tokens: 3 })];
    const texts = Array.from({ length: 200 }, (_, i) => `text${i}`);
    await collect(await open(servers, { limits: { texts: 5 } }), texts);
    const [first, second] = servers.map(sentTo) as [readonly string[], readonly string[]];
    expect([first.length + second.length, first.length > 0, second.length > 0]).toEqual([200, true, true]);
    expect(first.every((text) => text.endsWith('</s>'))).toBe(true);
    expect(second.some((text) => text.endsWith('</s>'))).toBe(false);
    const questions = servers.map(({ requests }) =>
      requests.filter(({ texts: [text] }) => text === END.token),
    );
    expect(questions[1]).toHaveLength(1);
  });

  it('is asked about again when the question failed', async () => {
    const server = await serverWith({});
    server.always((texts, sampleIndex) =>
      texts[0] !== END.token ? undefined : sampleIndex === 1 ? { status: 503 } : { tokens: 2 },
    );
    await collect(await open([server]), ['gout']);
    expect(sentTo(server)).toEqual(['gout</s>']);
  });

  it('leaves room for it, and is known by it', async () => {
    const server = await serverWith({ tokens: 2 });
    const embedder = await open([server], { maxTokens: { document: 5 } });
    await collect(embedder, ['abcdefghijklmnopqrstuvwxyz']);
    expect(sentTo(server)).toEqual(['abcdefghijklmnop</s>']);
    expect(embedder.spec).toMatchObject({ endToken: '</s>' });
    expect((await open([server], { endToken: undefined as never })).spec).not.toHaveProperty('endToken');
  });
});
