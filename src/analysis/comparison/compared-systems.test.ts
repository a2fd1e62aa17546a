import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import { jsonl, writtenFolder } from '../../../test/support/written-folder.js';
import { docId, queryId } from '../../core/index.js';
import { resultFolder, writeResult } from '../../experiment/results/index.js';
import { openFolder } from '../../tasks/index.js';
import { comparedSystems } from './compared-systems.js';

const stored = async (system = 'bm25'): Promise<string> => {
  const out = writtenFolder({}, 'out');
  for (const task of ['A', 'B']) {
    const run = new Map([[queryId('q0'), [{ docId: docId('d'), score: 1 }]]]);
    const { record, queries } = result(system, task, [0.25]);
    const dated = { ...record, provenance: { ...record.provenance, at: '2025-01-01T00:00:00.000Z' } };
    await writeResult(resultFolder(out, system, task), { record: dated, queries }, run);
  }
  return out;
};

const runFile = (): string => {
  const file = join(writtenFolder(), 'mine.trec');
  writeFileSync(file, 'q0 Q0 d 1 2.0 mine\n');
  return file;
};

const judged = () =>
  openFolder(
    writtenFolder(
      {
        'corpus.jsonl': jsonl({ id: 'd', text: 'x' }),
        'query.jsonl': jsonl({ id: 'q0', text: 'x' }),
        'qrels.jsonl': jsonl({ q_id: 'q0', p_id: 'd', score: 1 }),
      },
      'A',
    ),
  );

const measures = ['nDCG@10'];

describe('the systems of a comparison', () => {
  it('have only the tasks that are chosen', async () => {
    const results = await stored();
    const [system] = await comparedSystems(['bm25'], {
      results,
      measures,
      isChosen: ({ name }) => name === 'B',
    });
    expect([system!.name, [...system!.tasks.keys()]]).toEqual(['bm25', ['B']]);
  });

  it('may be run files, scored on the task that is handed over', async () => {
    const file = runFile();
    const [system] = await comparedSystems([file], { results: 'none', measures, judgedTask: judged });
    const scored = system!.tasks.get('A')!;
    expect([scored.queries.get('q0')!.scores['nDCG@10'], scored.rule.missing]).toEqual([1, 'zero']);
  });

  it('are refused where nobody says which task a run file is of', async () => {
    await expect(comparedSystems([runFile()], { results: 'none', measures })).rejects.toThrow(
      'one task to score it on',
    );
  });

  it('of one name are told apart by what was typed', async () => {
    const texts = [join(await stored(), 'bm25'), join(await stored(), 'bm25')];
    const named = await comparedSystems(texts, { results: 'none', measures });
    expect(named.map(({ name }) => name)).toEqual(texts.map((text) => `bm25 (${text})`));
  });
});
