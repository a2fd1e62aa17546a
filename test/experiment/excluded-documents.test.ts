import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

/** The query's own words are in a document that is excluded for it, and not for another query. */
const LAYOUTS = {
  R2MED: (excluded: readonly string[]) => ({
    'corpus.jsonl': jsonl(
      { id: 'copy', text: 'urate crystals in a joint' },
      { id: 'gout', text: 'Urate crystals inflame a joint of the foot, often of the toe.' },
      { id: 'iron', text: 'Iron deficiency lowers haemoglobin.' },
    ),
    'query.jsonl': jsonl(
      { id: 'q1', text: 'urate crystals in a joint', excluded_ids: excluded },
      { id: 'q2', text: 'crystals in a joint' },
    ),
    'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'gout', score: 1 }, { q_id: 'q2', p_id: 'copy', score: 1 }),
  }),
  BEIR: (excluded: readonly string[]) => ({
    'corpus.jsonl': jsonl(
      { _id: 'copy', title: '', text: 'urate crystals in a joint' },
      { _id: 'gout', title: '', text: 'Urate crystals inflame a joint of the foot, often of the toe.' },
      { _id: 'iron', title: '', text: 'Iron deficiency lowers haemoglobin.' },
    ),
    'queries.jsonl': jsonl(
      { _id: 'q1', text: 'urate crystals in a joint', metadata: { excluded_ids: excluded } },
      { _id: 'q2', text: 'crystals in a joint' },
    ),
    'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\tgout\t1\nq2\tcopy\t1\n',
  }),
};

const ran = async (data: string, system: string, ...more: readonly string[]) => {
  const out = temporaryFolder();
  const call = ['run', '--data', data, '--system', system, '--out', out, '--quiet', ...more];
  const { code, stderr } = await r2med(call);
  expect([code, stderr]).toEqual([0, '']);
  const folder = join(out, readdirSync(out)[0]!);
  const file = (name: string) => readFileSync(join(folder, basename(data), name), 'utf8');
  return {
    out,
    scores: JSON.parse(file('record.json')).scores as Record<string, number>,
    found: file('run.trec')
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .filter(([query]) => query === 'q1')
      .map(([, , document]) => document),
  };
};

describe.each(['R2MED', 'BEIR'] as const)(
  'documents that a folder of layout %s excludes for a query',
  (layout) => {
    it.each(['bm25-lucene', 'rrf(bm25, lsa)', 'bm25 > top(1)'])(
      'leave the rankings of %s before they are cut',
      async (system) => {
        const without = await ran(writtenFolder(LAYOUTS[layout]([])), system);
        expect(without.found[0]).toBe('copy');
        expect(without.scores.MRR).toBeLessThan(1);
        const { found, scores } = await ran(writtenFolder(LAYOUTS[layout](['copy'])), system, '--top-k', '1');
        expect(found).toEqual(['gout']);
        expect(scores.MRR).toBe(1);
      },
    );
  },
);

it("are none where BRIGHT's word for none stands", async () => {
  const { found } = await ran(writtenFolder(LAYOUTS.R2MED(['N/A'])), 'bm25');
  expect(found[0]).toBe('copy');
});

it('are named by explain, and leave run files of other programs too', async () => {
  const data = writtenFolder(LAYOUTS.R2MED(['copy']));
  const { out } = await ran(data, 'bm25');
  const explain = ['explain', '--data', data, '--query', 'q1', '--system', 'bm25', '--results', out];
  expect((await r2med(explain)).stdout).toContain('excluded: copy');
  const { query, systems } = JSON.parse((await r2med([...explain, '--json'])).stdout);
  expect(query.excluded).toEqual(['copy']);
  expect(systems[0].hits.map(({ docId }: { docId: string }) => docId)).not.toContain('copy');
  const run = join(
    writtenFolder({ 'other.trec': 'q1 Q0 copy 1 2 x\nq1 Q0 gout 2 1 x\nq2 Q0 copy 1 1 x\n' }),
    'other.trec',
  );
  const { stdout } = await r2med([
    'compare',
    run,
    'bm25',
    '--data',
    data,
    '--results',
    out,
    '--json',
    '--measure',
    'MRR',
  ]);
  expect(JSON.parse(stdout).systems[0].rows[0]).toMatchObject({ a: 1, b: 1 });
});
