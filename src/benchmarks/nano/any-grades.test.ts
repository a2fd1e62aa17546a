import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../../test/support/written-folder.js';
import { openFolder } from '../../tasks/index.js';
import { bySign, type JudgedPair, judgedPairs } from './judged-pairs.js';

type Pair = readonly [query: string, document: string];

interface Case {
  readonly rows: readonly (readonly [...Pair, number | null])[];
  readonly positives: readonly Pair[];
  readonly hardNegatives: readonly Pair[];
}

const cases = JSON.parse(
  readFileSync(new URL('../../../test/golden/nano-judgements/cases.json', import.meta.url), 'utf8'),
) as readonly Case[];

const BEIR = {
  'corpus.jsonl': jsonl({ _id: 'd1', text: 'one' }),
  'queries.jsonl': jsonl({ _id: 'q1', text: 'first' }),
};
const R2MED = {
  'corpus.jsonl': jsonl({ id: 'd1', text: 'one' }),
  'query.jsonl': jsonl({ id: 'q1', text: 'first' }),
};
const pairsOf = (pairs: readonly JudgedPair[]) => pairs.map(({ query, document }) => [query, document]);

/** Judgements as files, those without a grade written in each way there is. */
const FORMS: Readonly<Record<string, (rows: Case['rows']) => Readonly<Record<string, string>>>> = {
  'JSON lines': (rows) => ({
    ...R2MED,
    'qrels.jsonl': jsonl(
      ...rows.map(([q_id, p_id, score], i) => ({
        q_id,
        p_id,
        ...(score !== null || i % 2 === 0 ? { score } : {}),
      })),
    ),
  }),
  "BEIR's table": (rows) => ({
    ...BEIR,
    'qrels/test.tsv': `query-id\tcorpus-id\tscore\n${rows
      .map(([query, document, score], i) =>
        score === null && i % 2 === 0 ? `${query}\t${document}` : `${query}\t${document}\t${score ?? ''}`,
      )
      .join('\n')}\n`,
  }),
};

describe.each(Object.entries(FORMS))('judgements of a Nano source in %s', (_, written) => {
  it.each(cases)('are taken by their sign, as HAKARI-Bench takes them: case %#', async (golden) => {
    const folder = writtenFolder(written(golden.rows));
    const { positives, hardNegatives } = bySign(
      await judgedPairs(await openFolder(folder, { grades: 'any' })),
    );
    expect(pairsOf(positives)).toEqual(golden.positives);
    expect(pairsOf(hardNegatives)).toEqual(golden.hardNegatives);
  });
});

describe('grades of any kind', () => {
  const folder = () =>
    writtenFolder({
      ...BEIR,
      'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t0\nq1\td1\t1\nq1\td2\t\nq1\td3\t0.5\n',
    });

  it('are counted in the notes of the task', async () => {
    const { statistics: census } = await openFolder(folder(), { grades: 'any' });
    expect((await census()).notes.filter((note) => note.startsWith('qrels'))).toEqual([
      'qrels/test.tsv: 1 judgement has no grade: relevant.',
      'qrels/test.tsv: 1 grade is a fraction: above 0 is relevant.',
      'qrels/test.tsv: 1 pair is graded again, otherwise: relevant if any grade is above 0.',
    ]);
  });

  it('are refused where scores are computed from them', async () => {
    await expect(openFolder(folder())).rejects.toThrow('grade 1 for query "q1" and document "d1", graded 0');
  });
});
