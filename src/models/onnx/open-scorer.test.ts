import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import { testTools } from '../../../test/support/tools.js';
import type { Pair, ScoredPair, Scorer } from '../../core/index.js';
import { openOnnxScorer } from './open-scorer.js';
import type { ScorerSettings } from './settings.js';

const GOLDEN = fileURLToPath(new URL('../../../test/golden/onnx/', import.meta.url));
const folder = join(GOLDEN, 'bert-pair');

const open = async (settings: ScorerSettings = {}, from = folder): Promise<Scorer> => {
  const scorer = await openOnnxScorer({ folder: from, settings });
  onTestFinished(() => scorer.close());
  return scorer;
};

const all = async (scorer: Scorer, pairs: readonly Pair[]) => {
  const scored: ScoredPair[] = [];
  const failed: { place: number; reason: string }[] = [];
  const sizes: number[] = [];
  for await (const batch of scorer.score(pairs, testTools())) {
    scored.push(...batch.scored);
    failed.push(...batch.failed);
    sizes.push(batch.scored.length + batch.failed.length);
  }
  return { scored: scored.sort((a, b) => a.place - b.place), failed, sizes };
};

const PAIRS = [
  { query: 'chest pain', document: 'An infarct.' },
  { query: 'chest pain', document: 'Heartburn after a meal, worse when lying down. '.repeat(9) },
  { query: 'fever', document: '' },
];

describe('openOnnxScorer', () => {
  it('scores every pair once and says what was cut on which side', async () => {
    const { scored, failed } = await all(await open(), PAIRS);
    expect(failed).toEqual([]);
    expect(scored.map(({ place }) => place)).toEqual([0, 1, 2]);
    expect(scored[0]!.cut).toEqual({ query: 0, document: 0 });
    expect(scored[1]!.cut).toMatchObject({ query: 0 });
    expect(scored[1]!.cut!.document).toBeGreaterThan(100);
    // A 32-bit logit as it is: nothing rounded on the way.
    for (const { score } of scored) expect(Math.fround(score)).toBe(score);
  });

  it('reads within its own limit where none is set, and counts the tokens it read', async () => {
    const scorer = await open();
    await all(scorer, [PAIRS[1]!]);
    expect(scorer.usage()).toEqual({ tokens: 48, usd: 0 });
    await all(scorer, [{ query: '', document: '' }]);
    expect(scorer.usage()).toEqual({ tokens: 51, usd: 0 });
    expect(scorer.spec).toMatchObject({ pair: { maxTokens: 48, truncation: 'longest-first' } });
  });

  it('refuses a limit beyond what the model reads', async () => {
    await expect(open({ maxTokens: 49 })).rejects.toThrow('1 to 48');
  });

  it('fills batches up to the budget', async () => {
    const many = Array.from({ length: 10 }, () => PAIRS[2]!);
    const { length } = (await all(await open({ tokenBudget: 1 }), many)).sizes;
    expect(length).toBe(10);
    expect((await all(await open({ tokenBudget: 1000 }), many)).sizes).toEqual([10]);
  });

  it('between 0 and 1 keeps the order', async () => {
    const [plain, squeezed] = [
      (await all(await open(), PAIRS)).scored,
      (await all(await open({ activation: 'sigmoid' }), PAIRS)).scored,
    ];
    const order = (scores: readonly ScoredPair[]) =>
      [...scores].sort((a, b) => b.score - a.score).map(({ place }) => place);
    expect(order(squeezed)).toEqual(order(plain));
    for (const { score } of squeezed) expect(score > 0 && score < 1).toBe(true);
  });

  it('names the pairs that cannot be read and scores the others', async () => {
    const scorer = await open({ truncation: 'only-second' });
    const { scored, failed } = await all(scorer, [
      PAIRS[0]!,
      { query: 'word '.repeat(60), document: 'An infarct.' },
    ]);
    expect(scored.map(({ place }) => place)).toEqual([0]);
    expect(failed).toEqual([
      { place: 1, reason: 'the query leaves no room for the document, and only the document may be cut' },
    ]);
  });

  it('stops between batches', async () => {
    const stop = new AbortController();
    const scorer = await open({ tokenBudget: 1 });
    const scores = scorer.score(PAIRS, testTools({ signal: stop.signal }))[Symbol.asyncIterator]();
    await scores.next();
    stop.abort();
    await expect(scores.next()).rejects.toThrow(/aborted/);
  });

  it('keeps scores apart by whatever changes them, and only by that', async () => {
    const specs = await Promise.all(
      [
        {},
        { threads: 1, tokenBudget: 7 },
        { maxTokens: 48 },
        { maxTokens: 40 },
        { truncation: 'only-second' as const },
        { activation: 'sigmoid' as const },
        { logit: 0 },
        { file: 'onnx/two-logits.onnx' },
        { form: { query: { prefix: 'query: ' } } },
      ].map(async (settings) => JSON.stringify((await open(settings)).spec)),
    );
    expect(specs[1]).toBe(specs[0]);
    expect(specs[2]).toBe(specs[0]);
    expect(new Set(specs).size).toBe(specs.length - 2);
  });

  it('is known by what it is said to be, without hashing', async () => {
    const identity = { repository: 'Tests/Pair', revision: 'abc' };
    const scorer = await openOnnxScorer({ folder, identity });
    onTestFinished(() => scorer.close());
    expect(scorer.spec).toMatchObject({ kind: 'onnx-cross-encoder', weights: identity });
  });
});

describe('a model that is no cross-encoder', () => {
  it('with logits for every token is refused when it is run', async () => {
    const scorer = await open({}, join(GOLDEN, 'splade'));
    await expect(all(scorer, PAIRS)).rejects.toThrow('it is not a model for sequence classification');
  });

  it('with several outputs and no logits is refused when it is opened', async () => {
    const several = open({ file: 'onnx/whole.onnx' }, join(GOLDEN, 'bert-sentence'));
    await expect(several).rejects.toThrow(/token_embeddings.*expected logits/);
  });

  it('without the logit asked for says how many there are', async () => {
    const scorer = await open({ file: 'onnx/two-logits.onnx', logit: 2 });
    await expect(all(scorer, PAIRS)).rejects.toThrow('the model gives 2 logits for a pair, and no logit 2');
  });

  it('is told how to export one', async () => {
    const writes = open({ file: 'onnx/writing.onnx' }, join(GOLDEN, 'bert'));
    await expect(writes).rejects.toMatchObject({
      fix: expect.stringContaining('score pairs: optimum-cli export onnx --task text-classification'),
    });
    const empty = join(temporaryFolder(), 'model');
    cpSync(folder, empty, { recursive: true });
    rmSync(join(empty, 'onnx'), { recursive: true });
    mkdirSync(join(empty, 'onnx'));
    await expect(open({}, empty)).rejects.toThrow('--task text-classification');
  });
});
