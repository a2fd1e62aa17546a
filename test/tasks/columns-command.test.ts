import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { printedBy, r2med } from '../support/in-process.js';
import { LAYOUTS } from '../support/layouts.js';
import { writtenFolder } from '../support/written-folder.js';

const TEAM = LAYOUTS['tables of a team']!.files;
const COLUMNS = 'corpus=articles.csv(text=headline+body)';

const ran = async (folder: string, ...more: readonly string[]) => {
  const out = temporaryFolder();
  const call = ['run', '--data', folder, '--system', 'bm25-lucene', '--out', out, ...more];
  const { code, stderr } = await r2med(call);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const [system] = readdirSync(out).filter((name) => name.startsWith('bm25'));
  const record = JSON.parse(readFileSync(join(out, system!, 'task', 'record.json'), 'utf8'));
  return { out, record, stderr };
};

describe('--columns', () => {
  it('is taken by run, which prints what it guessed and keeps what was said', async () => {
    const { record, stderr } = await ran(writtenFolder(TEAM), '--columns', COLUMNS);
    expect(stderr).toContain(
      'task: Read as --columns "corpus=articles.csv(id=article_id,text=headline+body) ',
    );
    expect(record.task).toMatchObject({ name: 'task', columns: COLUMNS, documents: 3, judgements: 3 });
    expect(record.scores['nDCG@10']).toBe(0.5);
  });

  it('makes another task of the same files', async () => {
    const folder = writtenFolder(TEAM);
    const [one, other] = [await ran(folder), await ran(folder, '--columns', COLUMNS)];
    expect(one.record.fingerprint).not.toBe(other.record.fingerprint);
  });

  it('is found in a record again by what opens its task', async () => {
    const folder = writtenFolder(TEAM);
    const { out } = await ran(folder, '--columns', COLUMNS);
    const json = await printedBy([
      ...['compare', 'bm25-lucene', 'bm25-lucene', '--results', out, '--slice', 'query-length', '--json'],
    ]);
    expect(JSON.parse(json).systems[0].slices).toHaveLength(1);
    const explained = await printedBy([
      ...[
        'explain',
        '--data',
        folder,
        '--columns',
        COLUMNS,
        '--query',
        '2',
        '--system',
        'bm25-lucene',
        '--json',
      ],
    ]);
    expect(JSON.parse(explained).systems[0].gold[0]).toMatchObject({ docId: '12', rank: 1 });
  });

  it.each([
    [['audit', '--json'], 'checks'],
    [['search', '--system', 'bm25', '--json', 'tired'], 'hits'],
  ] as const)('is taken by %j', async ([verb, ...rest], key) => {
    const json = await printedBy([verb, '--data', writtenFolder(TEAM), '--columns', COLUMNS, ...rest]);
    expect(json).toContain(`"${key}"`);
  });

  it('without a folder, or wrong, is an error with a fix', async () => {
    const alone = await r2med(['run', '--columns', COLUMNS, '--retriever', 'bm25']);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--columns without --data')]);
    const wrong = await r2med(['run', '--data', 'x', '--columns', 'corpus', '--retriever', 'bm25']);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('Fix: write it as --columns "corpus='),
    ]);
  });
});
