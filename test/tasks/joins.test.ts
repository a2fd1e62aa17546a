import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/core/index.js';
import { runSystem } from '../../src/experiment/running/index.js';
import { bm25 } from '../../src/search/retrieval/index.js';
import { taskOf } from '../../src/tasks/index.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { testTools } from '../support/tools.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const folder = (...judgements: readonly (readonly [query: string, document: string])[]) =>
  writtenFolder({
    'corpus.jsonl': jsonl(
      { id: 'gout', text: 'Urate in a joint.' },
      { id: 'iron', text: 'Too little iron.' },
    ),
    'query.jsonl': jsonl({ id: 'q1', text: 'urate' }, { id: 'q2', text: 'iron' }),
    'qrels.jsonl': jsonl(...judgements.map(([q_id, p_id]) => ({ q_id, p_id, score: 1 }))),
  });

const run = async (data: string) => {
  const out = temporaryFolder();
  const call = await r2med(['run', '--data', data, '--retriever', 'bm25', '--out', out, '--quiet']);
  const record = () => JSON.parse(readFileSync(join(out, 'bm25', basename(data), 'record.json'), 'utf8'));
  return { ...call, record };
};

describe('judgements that belong to another collection', () => {
  it.each<readonly [string, readonly (readonly [string, string])[], string]>([
    [
      'documents',
      [
        ['q1', 'D1'],
        ['q2', 'D2'],
        ['q2', 'D3'],
      ],
      'no judged document in the corpus: judgements name "D1", "D2", …, and the documents are "gout", "iron"',
    ],
    [
      'queries',
      [
        ['Q1', 'gout'],
        ['Q2', 'iron'],
      ],
      'no judged query in the query file: judgements name "Q1", "Q2", and the queries are "q1", "q2"',
    ],
  ])('by their %s have no score, and examples of both sides are named', async (_, judgements, found) => {
    const { code, stdout, stderr } = await run(folder(...judgements));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(found);
    expect(stderr).toContain('Fix: check that corpus, queries and judgements are of one collection');
  });

  it('have none in code either', async () => {
    const task = taskOf({
      name: 'Mine',
      documents: [{ id: 'gout', text: 'Urate in a joint.' }],
      queries: [{ id: 'q1', text: 'urate' }],
      judgements: { q1: { other: 1 } },
    });
    await expect(runSystem(bm25(), task, testTools())).rejects.toThrow(InputError);
  });
});

it('judgements of which a part is lost are named under --quiet too, with the share in the record', async () => {
  const { code, stderr, record } = await run(
    folder(['q1', 'gout'], ['q1', 'D2'], ['q9', 'iron'], ['q2', 'iron']),
  );
  expect(code).toBe(0);
  expect(stderr).toContain(
    '33 % of the judged queries are not in the query file and 33 % of the judged documents',
  );
  expect(record().task.unjoined).toEqual({ queries: 1 / 3, documents: 1 / 3 });
});
