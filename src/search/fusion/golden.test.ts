import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { byRank, docId, type Ranking, ranking } from '../../core/index.js';
import { rrf } from './rrf.js';
import { weighted } from './weighted.js';

interface Golden {
  readonly hybrid: readonly {
    readonly lists: readonly (readonly string[])[];
    readonly k: number;
    readonly keep: number;
    readonly order: readonly string[];
    readonly scores: readonly number[];
  }[];
  readonly sums: readonly ({
    readonly lists: readonly { readonly ids: readonly string[]; readonly scores: readonly number[] }[];
    readonly weights: readonly number[];
  } & Readonly<Record<'min-max' | 'z', Readonly<Record<string, number>>>>)[];
}

const golden = JSON.parse(
  readFileSync(new URL('../../../test/golden/fusion/cases.json', import.meta.url), 'utf8'),
) as Golden;

const inOrder = (ids: readonly string[]): Ranking =>
  ids.map((id, i) => ({ docId: docId(id), score: ids.length - i }));

describe("HAKARI-Bench's hybrid lists, as a Python script of their rule makes them", () => {
  it.each(golden.hybrid)(
    '$lists.length lists, k $k, $keep kept ($#)',
    ({ lists, k, keep, order, scores }) => {
      const hits = rrf({ k, ties: 'hakari' }).fuse(lists.map(inOrder), keep);
      expect(hits.map((hit) => hit.docId)).toEqual(order);
      expect([...hits].sort(byRank)).toEqual(hits);
      // Lowered by steps of 32 bits where a tie would otherwise be printed in another order.
      const off = hits.map(({ score }, i) => Math.abs(score / scores[i]! - 1));
      expect(Math.max(...off)).toBeLessThan(keep * 2 ** -23);
    },
  );

  it('hold ties that the usual rule decides otherwise, also at the cut', () => {
    const differing = golden.hybrid.filter(({ lists, k, keep, order }) => {
      const usual = rrf({ k }).fuse(lists.map(inOrder), keep);
      return usual.some((hit) => !order.includes(hit.docId));
    });
    expect(differing.length).toBeGreaterThanOrEqual(2);
  });
});

describe("weighted sums, with Python's arithmetic", () => {
  it.each(
    golden.sums.flatMap((each) => (['min-max', 'z'] as const).map((normalise) => ({ ...each, normalise }))),
  )('of $lists.length lists by $normalise ($#)', ({ lists, weights, normalise, ...expected }) => {
    const rankings = lists.map(({ ids, scores }) =>
      ranking(ids.map((id, i) => ({ docId: docId(id), score: scores[i]! }))),
    );
    const hits = weighted({ weights, normalise }).fuse(rankings);
    expect(new Set(hits.map((hit) => hit.docId))).toEqual(new Set(Object.keys(expected[normalise])));
    for (const hit of hits) expect(hit.score).toBeCloseTo(expected[normalise][hit.docId]!, 12);
  });
});
