import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFolder } from '../../src/tasks/index.js';
import { temporaryFolder } from '../support/command.js';
import { printedBy, r2med } from '../support/in-process.js';
import { DOCUMENTS, LAYOUTS, QUERIES } from '../support/layouts.js';
import { writtenFolder } from '../support/written-folder.js';

const ndcg = async (folder: string): Promise<unknown> => {
  const out = temporaryFolder();
  await printedBy(['run', '--data', folder, '--retriever', 'bm25-lucene', '--out', out, '--quiet']);
  const [task] = readdirSync(join(out, 'bm25-lucene'));
  return JSON.parse(readFileSync(join(out, 'bm25-lucene', task!, 'record.json'), 'utf8')).scores;
};

describe.each(Object.keys(LAYOUTS))('import of a folder of %s', (name) => {
  it.each(['r2med', 'beir'] as const)('as %s is a task with the same content', async (format) => {
    const source = writtenFolder(LAYOUTS[name]!.files);
    const out = join(temporaryFolder(), 'mine');
    const { code, stdout, stderr } = await r2med(['import', source, '--out', out, '--format', format]);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`r2med audit --data ${out}`)]);
    expect(stdout).toMatch(/judged documents among the documents +(\d) of \1/);
    const [before, after] = [await openFolder(source), await openFolder(out)];
    expect(after.about).toMatchObject({ format });
    expect(after).toMatchObject({ name: 'mine', queries: before.queries, judgements: before.judgements });
    expect(after.excluded).toEqual(before.excluded);
    expect((await after.statistics()).documents).toBe(DOCUMENTS.length);
  });
});

describe('import', () => {
  const { files } = LAYOUTS['tables of a team']!;

  it('keeps the scores, whatever the layout', async () => {
    const source = writtenFolder(files);
    const [r2medOut, beirOut] = [join(temporaryFolder(), 'a'), join(temporaryFolder(), 'b')];
    await printedBy(['import', source, '--out', r2medOut]);
    await printedBy(['import', source, '--out', beirOut, '--format', 'beir']);
    const scores = await ndcg(source);
    expect([await ndcg(r2medOut), await ndcg(beirOut)]).toEqual([scores, scores]);
  });

  it('prints the check as JSON', async () => {
    const out = join(temporaryFolder(), 'mine');
    const json = JSON.parse(await printedBy(['import', writtenFolder(files), '--out', out, '--json']));
    expect(json).toMatchObject({
      task: 'mine',
      format: 'r2med',
      files: ['corpus.jsonl', 'query.jsonl', 'qrels.jsonl'],
      join: {
        documents: 3,
        queries: QUERIES.length,
        judgements: 3,
        relevant: 2,
        judgedQueries: { count: 2, found: 2, missing: [] },
        judgedDocuments: { count: 3, found: 3, missing: [] },
        examples: { judgedDocuments: ['11', '13', '12'] },
      },
    });
    expect(json.contentHash).toBe((await openFolder(out)).contentHash);
  });

  it('shows the ids of both sides, and writes nothing where none of them meet', async () => {
    const ratings = 'search_id;article_id;rating\n1;A-11;2\n2;A-12;1\n';
    const out = join(temporaryFolder(), 'mine');
    const { code, stdout, stderr } = await r2med([
      'import',
      writtenFolder({ ...files, 'ratings.csv': ratings }),
      '--out',
      out,
    ]);
    expect(stdout).toMatch(/judged documents among the documents +0 of 2 +A-11, A-12 +A-11, A-12/);
    expect([code, stderr]).toEqual([2, expect.stringContaining('no judged document in the corpus')]);
    expect(existsSync(out)).toBe(false);
  });

  it('warns where a part does not join, and writes what was there', async () => {
    const ratings = 'search_id;article_id;rating\n1;11;2\n2;99;1\n';
    const out = join(temporaryFolder(), 'mine');
    const { code, stdout, stderr } = await r2med([
      'import',
      writtenFolder({ ...files, 'ratings.csv': ratings }),
      '--out',
      out,
      '--quiet',
    ]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('50 % of the judged documents not in the corpus'),
    ]);
    expect(stdout).toMatch(/1 of 2 +11, 99 +99/);
  });

  it('loses no file of others', async () => {
    const out = temporaryFolder();
    const call = ['import', writtenFolder(files), '--out', out];
    await printedBy(call);
    const again = await r2med(call);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('add --overwrite')]);
    await printedBy([...call, '--format', 'beir', '--overwrite']);
    expect(readdirSync(out).sort()).toEqual(['corpus.jsonl', 'qrels', 'queries.jsonl']);
    writeFileSync(join(out, 'notes.txt'), 'mine');
    const refused = await r2med([...call, '--overwrite']);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('notes.txt, which is no file of a task'),
    ]);
  });

  it('refuses its own source, and ids that a table cannot hold', async () => {
    const source = writtenFolder(files);
    const own = await r2med(['import', source, '--out', source]);
    expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('which is the source')]);
    const odd = writtenFolder({
      'corpus.jsonl': '{"id": "a\\tb", "text": "x"}\n',
      'query.jsonl': '{"id": "q", "text": "x"}\n',
      'qrels.jsonl': '{"q_id": "q", "p_id": "a\\tb", "score": 1}\n',
    });
    const tabs = await r2med(['import', odd, '--out', join(temporaryFolder(), 'x'), '--format', 'beir']);
    expect([tabs.code, tabs.stderr]).toEqual([2, expect.stringContaining('the id "a\\tb"')]);
  });
});
