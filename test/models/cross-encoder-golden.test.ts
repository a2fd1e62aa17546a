import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ScoredPair } from '../../src/core/index.js';
import { pairEncoder } from '../../src/models/onnx/encode-pair.js';
import { openOnnxScorer, type ScorerSettings } from '../../src/models/onnx/index.js';
import { readLayout } from '../../src/models/onnx/layout.js';
import { pairPlan } from '../../src/models/onnx/plan.js';
import { openTokenizer } from '../../src/models/onnx/tokenizer.js';
import { temporaryFolder } from '../support/command.js';
import { testTools } from '../support/tools.js';

interface Read {
  readonly ids: number[];
  readonly types: number[];
  /** Tokens cut from the query and from the document. */
  readonly lost: [number, number];
  readonly score: number;
}

interface Case {
  readonly name: string;
  readonly folder: string;
  readonly settings: ScorerSettings;
  /** To be written into the tokenizer's file. */
  readonly cutSide?: string;
  /** Null where the program refuses the pair. */
  readonly read: (Read | null)[];
}

const GOLDEN = fileURLToPath(new URL('../golden/onnx', import.meta.url));
const { pairs: texts, cases } = JSON.parse(readFileSync(join(GOLDEN, 'pairs.json'), 'utf8')) as {
  pairs: [string, string][];
  cases: Case[];
};
const pairs = texts.map(([query, document]) => ({ query, document }));

const folderOf = ({ folder, cutSide }: Case): string => {
  if (cutSide === undefined) return join(GOLDEN, folder);
  const copy = join(temporaryFolder(), folder);
  cpSync(join(GOLDEN, folder), copy, { recursive: true });
  const file = join(copy, 'tokenizer_config.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...config, truncation_side: cutSide }));
  return copy;
};

/** What a scorer makes of the pairs, by place; undefined where it failed. */
const scoresOf = async (golden: Case, settings: ScorerSettings): Promise<(ScoredPair | undefined)[]> => {
  const scorer = await openOnnxScorer({ folder: folderOf(golden), settings });
  const all = new Array<ScoredPair | undefined>(pairs.length).fill(undefined);
  const failed: number[] = [];
  for await (const batch of scorer.score(pairs, testTools())) {
    for (const scored of batch.scored) all[scored.place] = scored;
    failed.push(...batch.failed.map(({ place }) => place));
  }
  expect(failed.sort((a, b) => a - b)).toEqual(pairs.flatMap((_, i) => (all[i] ? [] : [i])));
  await scorer.close();
  return all;
};

describe.each(cases)('$name', (golden) => {
  const { settings, read } = golden;

  it('reads the tokens of the program, cut where it cuts', async () => {
    const layout = readLayout(folderOf(golden));
    const encode = pairEncoder(await openTokenizer(layout), pairPlan(layout, settings).plan)();
    const encoded = pairs.map((pair) => encode(pair));
    expect(encoded.map((each) => each?.ids ?? null)).toEqual(read.map((each) => each?.ids ?? null));
    expect(encoded.map((each) => each?.types ?? null)).toEqual(read.map((each) => each?.types ?? null));
    expect(encoded.map((each) => (each ? [each.lost.query, each.lost.document] : null))).toEqual(
      read.map((each) => each?.lost ?? null),
    );
  });

  it('gives the scores of the program', async () => {
    const scores = await scoresOf(golden, settings);
    for (const [i, expected] of read.entries()) {
      if (!expected) expect(scores[i]).toBeUndefined();
      else expect(Math.abs(scores[i]!.score - expected.score)).toBeLessThan(1e-5);
    }
  });

  it('gives the same scores whatever the batch', async () => {
    const [together, alone] = [
      await scoresOf(golden, settings),
      await scoresOf(golden, { ...settings, tokenBudget: 1 }),
    ];
    for (const [i, one] of alone.entries()) {
      if (!one) expect(together[i]).toBeUndefined();
      else expect(Math.abs(together[i]!.score - one.score)).toBeLessThan(1e-5);
    }
  });
});

it('the goldens hold pairs that are cut on no, either and both sides, and some that are refused', () => {
  const sides = cases.flatMap(({ read }) =>
    read.map((each) => each?.lost.map((lost) => lost > 0).join(' ') ?? null),
  );
  expect(new Set(sides)).toEqual(new Set(['false false', 'true false', 'false true', 'true true', null]));
});
