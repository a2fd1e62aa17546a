import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { compareRuns } from './index.js';

const judgements = { q1: { gout: 1 }, q2: { anaemia: 1 }, q3: ['asthma'] };
const a = { q1: { gout: 2, anaemia: 1 }, q2: { gout: 2, anaemia: 1 } };
const b = { q1: { gout: 2 }, q2: { anaemia: 3, gout: 1 } };

describe('compareRuns', () => {
  it('gives the difference with interval, tests and the scores of each query', async () => {
    const { measure, queries, difference, wins, ties, losses, perQuery, randomisation } = await compareRuns(
      a,
      b,
      judgements,
      { measure: 'MRR' },
    );
    expect({ measure, queries, wins, ties, losses }).toEqual({
      ...{ measure: 'MRR', queries: 3, wins: 1, ties: 2, losses: 0 },
    });
    expect(difference).toBeCloseTo(0.5 / 3, 12);
    expect(Object.fromEntries(perQuery)).toEqual({
      ...{ q1: { a: 1, b: 1 }, q2: { a: 0.5, b: 1 }, q3: { a: 0, b: 0 } },
    });
    expect(randomisation.p).toBe(1);
  });

  it('reads files as it takes maps and objects', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'compare-runs-'));
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const map = new Map([
      ['q1', [{ docId: 'gout', score: 2 }]],
      [
        'q2',
        [
          { docId: 'anaemia', score: 3 },
          { docId: 'gout', score: 1 },
        ],
      ],
    ]);
    const plain = await compareRuns(a, b, judgements);
    const trec = 'q1 Q0 gout 1 2 a\nq1 Q0 anaemia 2 1 a\nq2 Q0 gout 1 2 a\nq2 Q0 anaemia 2 1 a\n';
    const qrels = 'q1 0 gout 1\nq2 0 anaemia 1\nq3 0 asthma 1\n';
    expect(await compareRuns(file('a.run', trec), map, file('qrels.txt', qrels))).toEqual(plain);
  });

  it('leaves out queries that one of the runs lacks, if asked', async () => {
    const { queries } = await compareRuns({ q1: { gout: 1 } }, b, judgements, { missing: 'skip' });
    expect(queries).toBe(1);
  });

  it.each([
    [
      'a run of other queries',
      () => compareRuns(a, { other: { gout: 1 } }, judgements),
      'ranks no judged query',
    ],
    [
      'no query in common',
      () => compareRuns({ q1: { gout: 1 } }, { q2: { gout: 1 } }, judgements, { missing: 'skip' }),
      'both runs rank',
    ],
    [
      'a score that is no number',
      () => compareRuns(a, { q1: { gout: Number.NaN } }, judgements),
      'score NaN of document "gout"',
    ],
    ['half a grade', () => compareRuns(a, b, { q1: { gout: 0.5 } }), 'the grade 0.5'],
    ['an unknown measure', () => compareRuns(a, b, judgements, { measure: 'nope' }), 'nope'],
    ['a file that is not there', () => compareRuns('no-such.run', b, judgements), 'no-such.run'],
  ])('refuses %s, with a fix', async (_, call, found) => {
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).problem).toContain(found);
    expect((error as InputError).fix).toBeTruthy();
  });
});
