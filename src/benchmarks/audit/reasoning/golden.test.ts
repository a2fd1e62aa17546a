import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import type { Task } from '../../../core/index.js';
import type { AuditFigure } from '../../../experiment/record/index.js';
import { analyzer } from '../../../search/retrieval/index.js';
import { taskOf } from '../../../tasks/index.js';
import { reasoningNeed } from './reasoning-need.js';

const read = <T>(name: string): T =>
  JSON.parse(
    readFileSync(new URL(`../../../../test/golden/reasoning-need/${name}`, import.meta.url), 'utf8'),
  ) as T;

interface GoldenTask {
  readonly documents: readonly { readonly id: string; readonly text: string }[];
  readonly queries: readonly { readonly id: string; readonly text: string; readonly answer?: string }[];
  readonly judgements: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const given = read<GoldenTask>('task.json');
const task: Task = {
  ...taskOf({ name: 'golden', ...given }),
  labels: new Map(given.queries.flatMap(({ id, answer }) => (answer ? [[id, { answer }] as const] : []))),
};

describe('reasoningNeed against its definitions in plain Python', () => {
  it('starts from the same tokens', () => {
    const { analyze } = analyzer('lucene-english');
    const tokensOf = (rows: readonly { id: string; text: string }[]) =>
      Object.fromEntries(rows.map(({ id, text }) => [id, analyze(text)]));
    expect({
      documents: tokensOf(given.documents),
      queries: tokensOf(given.queries),
      answers: tokensOf(given.queries.flatMap(({ id, answer }) => (answer ? [{ id, text: answer }] : []))),
    }).toEqual(read('tokens.json'));
  });

  it('gives the same figures, and no others', async () => {
    const golden =
      read<Record<string, { queries: number; mean: number; values: Record<string, number> }>>('figures.json');
    const need = await reasoningNeed(task, testTools());
    const figures: readonly AuditFigure[] = [
      need.headline!,
      ...need.groups.flatMap((group) => group.figures),
    ];
    expect(figures.map(({ name }) => name).sort()).toEqual(Object.keys(golden).sort());
    for (const { name, queries, mean, interval } of figures) {
      expect([name, queries]).toEqual([name, golden[name]!.queries]);
      // BM25 is summed in 32 bits here and in 64 there.
      const digits = name === 'bm25.score.query-relevant' ? 5 : 10;
      expect(mean, name).toBeCloseTo(golden[name]!.mean, digits);
      const values = Object.values(golden[name]!.values);
      expect(interval[0], name).toBeGreaterThanOrEqual(Math.min(...values) - 1e-6);
      expect(interval[1], name).toBeLessThanOrEqual(Math.max(...values) + 1e-6);
    }
    for (const { query, need: own, overlap } of need.queries) {
      expect(own).toBeCloseTo(golden.need!.values[query]!, 10);
      expect(overlap).toBeCloseTo(golden['overlap.weighted.query-relevant']!.values[query]!, 10);
    }
  });
});
