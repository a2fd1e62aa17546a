import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LAYOUTS } from '../../../test/support/layouts.js';
import { parquetTable } from '../../../test/support/parquet-table.js';
import { type Files, jsonl, writtenFolder } from '../../../test/support/written-folder.js';
import { fullText, InputError } from '../../core/index.js';
import { openFolder } from '../open-folder.js';

const TEAM = LAYOUTS['tables of a team']!.files;

const refused = async (files: Files, columns?: string) => {
  const error = await openFolder(writtenFolder(files), columns === undefined ? {} : { columns }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).details;
};

const documentsOf = async (files: Files, columns?: string) => {
  const { corpus } = await openFolder(writtenFolder(files), columns === undefined ? {} : { columns });
  const found: string[] = [];
  for await (const batch of corpus.rows()) found.push(...batch.map((row) => `${row.id}: ${fullText(row)}`));
  return found;
};

describe('files that each can be read', () => {
  const parts = ['corpus', 'queries', 'judgements'] as const;
  const corpora: Files = {
    'articles.csv': 'id,title,text\n11,Gout,Urate\n',
    'docs.parquet': parquetTable({ docid: ['11'], contents: ['Gout Urate'] }),
    'collection.tsv': '11\tGout Urate\n',
    'documents.json': '[{"id": 11, "content": "Gout"}]',
    'corpus.xml': '<c><DOC><DOCNO>11</DOCNO><TEXT>Gout</TEXT></DOC></c>',
  };
  const queries: Files = {
    'queries.jsonl': jsonl({ qid: '1', query: 'Why does a toe swell?' }),
    'topics.xml': '<topics><topic number="1">Why does a toe swell?</topic></topics>',
    'searches.csv': 'search_id;words\n1;"Why does a toe; swell?"\n',
    'topics.tsv': '1\tWhy does a toe swell?\n',
  };
  const judgements: Files = {
    'qrels.txt': '1 Q0 11 1\n',
    'qrels.json': '{"1": {"11": 1}}',
    'ratings.csv': 'search_id,article_id,rating\n1,11,1\n',
    'labels.parquet': parquetTable({ 'query-id': ['1'], 'corpus-id': ['11'], score: [1] }),
    'qrels.jsonl': jsonl({ q_id: '1', p_id: '11', score: 1 }),
  };
  it(`are read together, whatever their mixture of ${parts.join(', ')}`, async () => {
    for (const [c, corpus] of Object.entries(corpora))
      for (const [q, query] of Object.entries(queries))
        for (const [j, judged] of Object.entries(judgements)) {
          const task = await openFolder(writtenFolder({ [c]: corpus, [q]: query, [j]: judged }));
          expect([c, q, j, task.queries.map(({ id }) => id), [...task.judgements.get('1')!]]).toEqual([
            ...[c, q, j, ['1']],
            [['11', 1]],
          ]);
          expect((await task.statistics()).unjoined).toBeUndefined();
        }
  });
});

describe('a folder whose files are unclear', () => {
  it('names them, and a line that is read as it is', async () => {
    const files = { ...TEAM, 'old-searches.csv': 'search_id;words\n1;a toe\n2;tired\n' };
    const { found, fix } = await refused(files);
    expect(found).toBe('old-searches.csv or searches.csv could be the queries');
    const [, line] = /--columns '(.*)'$/.exec(fix!)!;
    const task = await openFolder(writtenFolder(files), {
      columns: line!.replace('old-searches', 'searches'),
    });
    expect(task.queries).toHaveLength(2);
    expect(task.columns).toContain('queries=searches.csv(');
  });

  it('needs only what is unclear to be said', async () => {
    const files = { ...TEAM, 'old-searches.csv': 'search_id;words\n1;a toe\n2;tired\n' };
    const task = await openFolder(writtenFolder(files), { columns: 'queries=old-searches.csv' });
    expect(task.queries[0]!.text).toBe('a toe');
    expect((await task.statistics()).notes[0]).toBe(
      'Read as --columns "corpus=articles.csv(id=article_id,title=headline,text=body) queries=old-searches.csv(id=search_id,text=words) ' +
        'judgements=ratings.csv(query=search_id,document=article_id,grade=rating)"; what was not said is guessed.',
    );
  });

  it('is refused where a column may be grades in words', async () => {
    const ratings = 'search_id;article_id;opinion\n1;11;good\n2;12;bad\n';
    const { found, fix } = await refused({ ...TEAM, 'ratings.csv': ratings });
    expect(found).toBe('ratings.csv with the columns search_id, article_id, opinion');
    expect(fix).toContain('judgements=ratings.csv(query=search_id,document=article_id,grade=opinion)');
  });
});

describe('columns that were said', () => {
  it('join texts, name columns by their place, and count in the content hash', async () => {
    const files = { ...TEAM, 'searches.csv': '1;Why?\n2;Who?\n' };
    const rest = 'queries=searches.csv(id=1,text=2) judgements=ratings.csv';
    const folder = writtenFolder(files);
    const one = await openFolder(folder, { columns: `corpus=articles.csv(text=headline+body) ${rest}` });
    const other = await openFolder(folder, { columns: `corpus=articles.csv(text=body) ${rest}` });
    expect(one.contentHash).not.toBe(other.contentHash);
    expect(one.corpus.key).not.toBe(other.corpus.key);
    expect((await documentsOf(files, `corpus=articles.csv(text=headline+body) ${rest}`))[0]).toBe(
      '11: Gout\nUrate crystals inflame a joint of the foot.',
    );
    expect(
      (await openFolder(folder, { columns: `corpus=articles.csv(text=body) ${rest}` })).contentHash,
    ).toBe(other.contentHash);
  });

  it('make queries and judgements of one log', async () => {
    const log = 'query,article,rating\nwhy does a toe swell,11,2\nwhy does a toe swell,13,0\ntired,12,1\n';
    const { 'articles.csv': articles } = TEAM;
    const task = await openFolder(writtenFolder({ 'articles.csv': articles!, 'log.csv': log }), {
      columns:
        'corpus=articles.csv queries=log.csv(id=query,text=query) judgements=log.csv(query=query,document=article,grade=rating)',
    });
    expect(task.queries).toEqual([
      { id: 'why does a toe swell', text: 'why does a toe swell' },
      { id: 'tired', text: 'tired' },
    ]);
    expect([...task.judgements.get('why does a toe swell')!]).toEqual([
      ['11', 2],
      ['13', 0],
    ]);
  });

  it.each([
    ['corpus=artikles.csv', 'no such file', 'did you mean articles.csv?'],
    ['corpus=articles.csv(id=artikle_id)', 'no column "artikle_id"', 'did you mean "article_id"?'],
    ['corpus=../articles.csv', 'outside of', 'copy or link'],
    ['corpus=/etc/passwd', 'outside of', 'copy or link'],
  ])('are refused where they name what is not there: %s', async (columns, found, fix) => {
    const problem = await refused(TEAM, columns);
    expect(problem.found).toContain(found);
    expect(problem.fix).toContain(fix);
  });

  it('may be in columns.yaml next to the data', async () => {
    const yaml =
      'corpus: {file: articles.csv, id: article_id, text: [headline, body]}\nqueries: {file: old.csv}\n';
    const files = { ...TEAM, 'old.csv': 'search_id;words\n1;a toe\n2;tired\n', 'columns.yaml': yaml };
    expect((await documentsOf(files))[0]).toContain('11: Gout\nUrate');
    expect((await openFolder(writtenFolder(files))).queries[0]!.text).toBe('a toe');
    const { at, found } = await refused({ ...files, 'columns.yaml': 'corpus:\n  file: a.csv\n  name: x\n' });
    expect([at?.line, found]).toEqual([1, 'corpus: Unrecognized key: "name"']);
  });
});

describe('grades in words', () => {
  it('are yes and no, and nothing else', async () => {
    const yes = 'search_id;article_id;rating\n1;11;yes\n1;13;No\n2;12;TRUE\n';
    const task = await openFolder(writtenFolder({ ...TEAM, 'ratings.csv': yes }));
    expect([...task.judgements.get('1')!]).toEqual([
      ['11', 1],
      ['13', 0],
    ]);
  });
});

it('documents may be texts in a folder, named after their files', async () => {
  const { 'articles.csv': _, ...rest } = TEAM;
  const files = {
    ...rest,
    'articles/11.txt': 'Gout.\nUrate.',
    'articles/12.txt': 'Iron.',
    'articles/13.txt': 'A knee.',
  };
  expect(await documentsOf(files)).toEqual(['11: Gout.\nUrate.', '12: Iron.', '13: A knee.']);
});

it("Excel's own line that names the separator is no row", async () => {
  const files = {
    ...TEAM,
    'searches.csv': '\ufeffsep=;\r\nsearch_id;words\r\n1;"Why, ""really"";\r\nwhy?"\r\n2;Who?\r\n',
  };
  const task = await openFolder(writtenFolder(files));
  expect(task.queries).toEqual([
    { id: '1', text: 'Why, "really";\nwhy?' },
    { id: '2', text: 'Who?' },
  ]);
});

it('quotes are signs in tab-separated texts without headings', async () => {
  const { files } = LAYOUTS['MS MARCO']!;
  const collection = '11\tGout "so called"\n12\t"Iron" is low\n13\ta "knee\n';
  expect(await documentsOf({ ...files, 'collection.tsv': collection })).toEqual([
    '11: Gout "so called"',
    '12: "Iron" is low',
    '13: a "knee',
  ]);
});

it('a split is chosen by its name, and named where it is not the usual one', async () => {
  const folder = writtenFolder(LAYOUTS['MS MARCO']!.files);
  expect(await openFolder(folder)).toMatchObject({ name: 'task', about: { split: 'dev.small' } });
  expect(await openFolder(`${folder}#train`)).toMatchObject({ name: 'task-train', queries: [{ id: '9' }] });
  expect(await openFolder(`${folder}#dev`)).toMatchObject({
    name: 'task',
    queries: [{ id: '1' }, { id: '2' }],
  });
  await expect(openFolder(`${folder}#test`)).rejects.toThrow('no split "test"');
});

it('results of a run in the same folder are no data', async () => {
  const results = {
    'results/bm25/task/record.json': '{}',
    'results/bm25/task/queries.jsonl': '{"id": "1"}\n',
  };
  expect(await documentsOf({ ...TEAM, ...results })).toHaveLength(3);
});

it('a folder of any files is read or refused with a short error', async () => {
  const all = Object.values(LAYOUTS).flatMap(({ files }) => Object.entries(files));
  const file = fc.constantFrom(...all);
  const damage = fc.constantFrom('none', 'none', 'cut', 'other');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(file, damage, fc.nat(200)), { minLength: 1, maxLength: 5 }),
      async (chosen) => {
        const files = chosen.map(([[name, content], how, at]): [string, Uint8Array] => {
          const bytes = Buffer.from(content as string);
          if (how === 'cut') return [name, bytes.subarray(0, at)];
          return [name, how === 'other' ? Buffer.from(all[at % all.length]![1] as string) : bytes];
        });
        const opened = await openFolder(writtenFolder(Object.fromEntries(files)))
          .then((task) => task.statistics())
          .catch((thrown: unknown) => thrown);
        if (!(opened instanceof Error)) return;
        expect(opened).toBeInstanceOf(InputError);
        expect(opened.message.length).toBeLessThan(3000);
      },
    ),
    { numRuns: 300 },
  );
}, 120_000);

it('a file that changes while a task is open is noticed', async () => {
  const folder = writtenFolder(TEAM);
  const { corpus } = await openFolder(folder);
  rmSync(join(folder, 'articles.csv'));
  writeFileSync(join(folder, 'articles.csv'), 'article_id;body\n1;x\n');
  await expect(async () => {
    for await (const _ of corpus.rows());
  }).rejects.toThrow('has changed since it was opened');
});
