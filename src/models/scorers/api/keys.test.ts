import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { RerankBehaviour } from '../../../../test/support/rerank-server.js';
import { collectScores, servedScorerTests, somePairs } from '../../../../test/support/served-scorer.js';
import { testTools } from '../../../../test/support/tools.js';
import { openRerankApi, SCORER_DIALECTS, type ScorerDialectName } from './index.js';

const { server, open } = servedScorerTests();
const KEY = 'sk-proj-9fQ2xYz7Ab3CdE5gH8jKLmN2';

const VARIABLE = {
  'vllm-rerank': 'OPENAI_API_KEY',
  'vllm-score': 'OPENAI_API_KEY',
  tei: 'OPENAI_API_KEY',
  completions: 'OPENAI_API_KEY',
  cohere: 'COHERE_API_KEY',
  jina: 'JINA_API_KEY',
  voyage: 'VOYAGE_API_KEY',
} satisfies Record<ScorerDialectName, string>;
const names = Object.keys(SCORER_DIALECTS) as ScorerDialectName[];

/** Ways in which a server may give the key away. */
const TELLTALES: readonly RerankBehaviour[] = [
  { status: 401, body: JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}.` } }) },
  { status: 400, body: JSON.stringify({ message: `key=${KEY.slice(8)}&model=tiny` }) },
  { status: 500, body: `<html><title>${KEY}</title>` },
  { status: 429, body: KEY, headers: { 'retry-after': '1' } },
  { status: 200, body: KEY },
  { status: 200, body: JSON.stringify({ error: `Bearer ${KEY} is asleep` }) },
  { firstScore: JSON.stringify(KEY) },
  { drop: true },
];

describe('a key', () => {
  it.each(names)('is sent to %s from its variable', async (dialect) => {
    const there = await server();
    const { scorer } = await open(there, { dialect, env: { [VARIABLE[dialect]]: ` ${KEY}\n` } });
    expect((await collectScores(scorer, somePairs(1))).error).toBeUndefined();
    expect(there.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(there.requests[0]?.path).not.toContain(KEY);
  });

  it.each(TELLTALES.map((behaviour) => [behaviour]))(
    'never appears in spec, notes, reasons, errors or usage: %j',
    async (behaviour) => {
      const there = await server();
      there.always(() => behaviour);
      const { scorer } = await open(there, { env: { OPENAI_API_KEY: KEY } });
      const tools = testTools();
      const collected = await collectScores(scorer, somePairs(2), tools);
      expect(collected.error ?? collected.reasons.get(0)).toBeDefined();
      const everything = inspect(
        [collected, tools.notes, scorer, scorer.spec, scorer.usage(), [...tools.stored]],
        { depth: null, showHidden: true },
      );
      for (let i = 0; i + 6 <= KEY.length; i++) expect(everything).not.toContain(KEY.slice(i, i + 6));
    },
  );

  it.each(['cohere', 'jina', 'voyage'] as const)(
    'that is missing for %s itself is requested before anything is sent',
    async (dialect) => {
      await expect(openRerankApi({ dialect, model: 'm', env: {} })).rejects.toThrow(
        `set ${VARIABLE[dialect]}`,
      );
    },
  );

  it('is not sent unencrypted to another computer', async () => {
    const { scorer } = await open([], {
      endpoints: ['http://gpu.invalid:8000/v1'],
      env: { OPENAI_API_KEY: KEY },
    });
    const { error } = await collectScores(scorer, somePairs(1));
    expect(error?.message).toContain('gpu.invalid');
    expect(inspect(error, { depth: null })).not.toContain(KEY);
  });
});
