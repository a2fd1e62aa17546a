import { describe, expect, it } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import type { openReranker } from '../../models/scorers/index.js';
import { scorerPool } from './model-pools.js';

const place = { tools: testTools(), env: {}, asPublished: false, hubCache: '', ensureModel: async () => '' };

/** Opens models that only write down when they are opened and closed. */
const diary = () => {
  const said: string[] = [];
  const open: typeof openReranker = async (name) => {
    said.push(`open ${name}`);
    if (name === 'broken') throw new Error('no memory');
    return {
      name,
      scorer: {
        spec: { name },
        score: async function* () {},
        usage: () => ({ tokens: 0 }),
        close: async () => {
          said.push(`close ${name}`);
        },
      },
    };
  };
  return { said, pool: scorerPool(open) };
};

describe('models that score pairs', () => {
  it('are open once for all who use them', async () => {
    const { said, pool } = diary();
    const [ten, hundred] = [await pool.open('a', {}, place), await pool.open('a', {}, place)];
    expect(ten.scorer.spec).toEqual(hundred.scorer.spec);
    await ten.scorer.close();
    await ten.scorer.close();
    await pool.open('b', {}, place);
    expect(said).toEqual(['open a', 'open b']);
    await pool.close();
    expect(said).toEqual(['open a', 'open b', 'close a', 'close b']);
  });

  it('wait for the next who asks, until another needs the place', async () => {
    const { said, pool } = diary();
    for (const name of ['a', 'a', 'b', 'a']) await (await pool.open(name, {}, place)).scorer.close();
    await pool.close();
    expect(said).toEqual(['open a', 'close a', 'open b', 'close b', 'open a', 'close a']);
  });

  it('are others with other settings', async () => {
    const { said, pool } = diary();
    await pool.open('a', { maxTokens: 8 }, place);
    await pool.open('a', { maxTokens: 9 }, place);
    await pool.open('a', { maxTokens: 9 }, { ...place, asPublished: true });
    expect(said).toEqual(['open a', 'open a', 'open a']);
  });

  it('are the same whatever is left of a budget', async () => {
    const { said, pool } = diary();
    for (const usd of [2, 1]) await pool.open('a', { budget: { usd } }, place);
    expect(said).toEqual(['open a']);
  });

  it('are tried again after a failure', async () => {
    const { said, pool } = diary();
    await expect(pool.open('broken', {}, place)).rejects.toThrow('no memory');
    await expect(pool.open('broken', {}, place)).rejects.toThrow('no memory');
    await pool.close();
    expect(said).toEqual(['open broken', 'open broken']);
  });
});
