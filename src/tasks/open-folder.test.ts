import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Files, jsonl, writtenFolder } from '../../test/support/written-folder.js';
import { documentsById, InputError, type Task, WorkError } from '../core/index.js';
import { openFolder } from './open-folder.js';

const CORPUS = jsonl(
  { id: 'd1', text: 'Uric acid crystals under polarised light.' },
  { id: 'd2', text: 'A torn meniscus.' },
  { id: 'd1', text: 'Monosodium urate in the synovial fluid.' },
);
const QUERIES = jsonl(
  {
    id: 'q1',
    text: 'A hot, swollen big toe at night',
    doc_id: ['d1'],
    answer: 'Gout',
    body_system: 'Skeletal',
  },
  { id: 'q2', text: 'A knee that locks' },
);
const JUDGEMENTS = jsonl({ q_id: 'q1', p_id: 'd1', score: 1 });
const R2MED = { 'corpus.jsonl': CORPUS, 'query.jsonl': QUERIES, 'qrels.jsonl': JUDGEMENTS };
const BEIR = {
  'corpus.jsonl': jsonl(
    { _id: 'd1', title: 'Gout', text: 'Urate.' },
    { _id: 'd2', title: '', text: 'Meniscus.' },
  ),
  'queries.jsonl': jsonl({ _id: 'q1', text: 'A swollen toe' }),
  'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
};

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

describe('a folder opened as a task', () => {
  it('is named after itself and dated by its content', async () => {
    const folder = writtenFolder(R2MED, 'Rheumatology');
    const task = await openFolder(folder);
    expect(task).toMatchObject({ name: 'Rheumatology', suite: folder, folder, revision: task.contentHash });
    expect((await openFolder(`${folder}/`)).name).toBe('Rheumatology');
  });

  it('takes name, suite, revision and facts from the caller', async () => {
    const given = { name: 'Gout', suite: 'mine', revision: '7', about: { licence: 'MIT' } };
    expect(await openFolder(writtenFolder(R2MED), given)).toMatchObject(given);
  });

  it('has queries without gold, and gold beside them', async () => {
    const { queries, labels, judgements } = await openFolder(writtenFolder(R2MED));
    expect(queries).toEqual([
      { id: 'q1', text: 'A hot, swollen big toe at night' },
      { id: 'q2', text: 'A knee that locks' },
    ]);
    expect([...labels]).toEqual([['q1', { answer: 'Gout', bodySystem: 'Skeletal' }]]);
    expect([...judgements]).toEqual([['q1', new Map([['d1', 1]])]]);
  });

  it('keeps every row of a repeated document id, of which the last is the text by id', async () => {
    const { corpus, statistics } = await openFolder(writtenFolder(R2MED));
    const rows = [];
    for await (const batch of corpus.rows()) rows.push(...batch);
    expect(rows.map(({ id }) => id)).toEqual(['d1', 'd2', 'd1']);
    const byId = await documentsById(corpus);
    expect([...byId.keys()]).toEqual(['d1', 'd2']);
    expect([...byId.values()][0]!.text).toMatch(/^Monosodium/);
    expect(await statistics()).toMatchObject({ documents: 3, uniqueDocuments: 2 });
  });

  it("may be BEIR's", async () => {
    const task = await openFolder(writtenFolder(BEIR));
    expect(task.about).toEqual({ format: 'beir', split: 'test' });
    expect((await documentsById(task.corpus)).values().next().value).toEqual({
      id: 'd1',
      title: 'Gout',
      text: 'Urate.',
    });
    expect(await task.statistics()).toEqual({
      queries: 1,
      documents: 2,
      uniqueDocuments: 2,
      judgements: 1,
      notes: [],
    });
  });

  it('counts its statistics once', async () => {
    const task = await openFolder(writtenFolder(R2MED));
    const [first, second] = await Promise.all([task.statistics(), task.statistics()]);
    expect(second).toBe(first);
  });
});

describe('the content hash', () => {
  it('is that of what sha256sum prints for the files', async () => {
    const { contentHash } = await openFolder(writtenFolder(R2MED));
    const list = Object.entries(R2MED).map(([name, content]) => `${sha256(content)}  ${name}\n`);
    expect(contentHash).toBe(sha256(list.join('')));
  });

  it('and the corpus key are the same for a copy and for its gzip', async () => {
    const packed = Object.fromEntries(
      Object.entries(R2MED).map(([name, text]) => [`${name}.gz`, gzipSync(text)]),
    );
    const [plain, gzip] = [
      await openFolder(writtenFolder(R2MED, 'a')),
      await openFolder(writtenFolder(packed, 'b')),
    ];
    expect(gzip.contentHash).toBe(plain.contentHash);
    expect(gzip.corpus.key).toBe(plain.corpus.key);
  });

  it.each(Object.keys(R2MED))('changes with %s, the corpus key only with the corpus', async (name) => {
    const plain = await openFolder(writtenFolder(R2MED));
    const other = await openFolder(
      writtenFolder({ ...R2MED, [name]: `${R2MED[name as keyof typeof R2MED]}\n` }),
    );
    expect(other.contentHash).not.toBe(plain.contentHash);
    expect(other.corpus.key === plain.corpus.key).toBe(name !== 'corpus.jsonl');
  });

  it('of equal bytes in another format gives another corpus key', async () => {
    const both = jsonl({ id: 'd1', _id: 'd1', title: 'Gout', text: 'x' });
    const plain = await openFolder(writtenFolder({ ...R2MED, 'corpus.jsonl': both }));
    const titled = await openFolder(writtenFolder({ ...BEIR, 'corpus.jsonl': both }));
    expect(titled.corpus.key).not.toBe(plain.corpus.key);
  });
});

describe("a query file's own positives", () => {
  const { 'qrels.jsonl': _, ...unjudged } = R2MED;

  it('are the judgements where no other are', async () => {
    const task = await openFolder(writtenFolder(unjudged));
    expect([...task.judgements]).toEqual([['q1', new Map([['d1', 1]])]]);
    expect((await task.statistics()).notes).toContain(
      'There is no qrels.jsonl or qrels.txt; the judgements are the "doc_id" lists of query.jsonl.',
    );
  });

  it('are missed where there are no judgements at all', async () => {
    const folder = writtenFolder({ ...unjudged, 'query.jsonl': jsonl({ id: 'q', text: 'x' }) });
    await expect(openFolder(folder)).rejects.toThrow(/no qrels\.jsonl or qrels\.txt, and no "doc_id"/);
  });

  it.each([
    ['another document', ['d2']],
    ['more documents', ['d1', 'd2']],
  ])('that name %s are noted, and the judgements file decides', async (_case, ids) => {
    const queries = jsonl({ id: 'q1', text: 'x', doc_id: ids });
    const task = await openFolder(writtenFolder({ ...R2MED, 'query.jsonl': queries }));
    expect([...task.judgements]).toEqual([['q1', new Map([['d1', 1]])]]);
    expect((await task.statistics()).notes).toEqual([
      'query.jsonl: 1 query differs in "doc_id" from qrels.jsonl, which decides.',
      expect.stringMatching(/repeats the id/),
    ]);
  });

  it('that agree are not mentioned, in whatever order and with grades of 0 beside', async () => {
    const files = {
      ...R2MED,
      'query.jsonl': jsonl({ id: 'q1', text: 'x', doc_id: ['d2', 'd1'] }),
      'qrels.jsonl': jsonl(...[1, 1, 0].map((score, i) => ({ q_id: 'q1', p_id: `d${i + 1}`, score }))),
    };
    const { notes } = await (await openFolder(writtenFolder(files))).statistics();
    expect(notes.filter((note) => note.includes('differ'))).toEqual([]);
  });
});

it('a corpus of another format is read by its own fields', async () => {
  const folder = writtenFolder({ ...R2MED, 'corpus.jsonl': BEIR['corpus.jsonl'] });
  const { about, statistics } = await openFolder(folder);
  expect(about).toEqual({ format: 'columns' });
  expect((await statistics()).notes[0]).toContain('corpus=corpus.jsonl(id=_id,title=title,text=text)');
});

it.each(['corpus.jsonl', 'query.jsonl', 'qrels.jsonl'])(
  'an empty %s is refused when the folder is opened',
  async (name) => {
    const folder = writtenFolder({ ...R2MED, [name]: '' });
    await expect(openFolder(folder)).rejects.toThrow(
      new RegExp(`${name.replace('.', '\\.')}: an empty file`),
    );
  },
);

describe('whatever bytes a folder holds', () => {
  /** Opens and reads everything; a task or one of the two errors may come of it, and nothing else. */
  const openWhole = async (files: Files): Promise<void> => {
    const folder = writtenFolder(files);
    try {
      const task: Task = await openFolder(folder);
      const { documents } = await task.statistics();
      expect(documents).toBeGreaterThan(0);
    } catch (error) {
      if (!(error instanceof InputError || error instanceof WorkError)) throw error;
      expect(error.message).toContain(basename(folder));
    }
  };

  const names = fc.constantFrom(...Object.keys(R2MED));

  it('a task or an error that names the place comes of random bytes', () =>
    fc.assert(
      fc.asyncProperty(names, fc.uint8Array({ maxLength: 200 }), (name, bytes) =>
        openWhole({ ...R2MED, [name]: bytes }),
      ),
      { numRuns: 150 },
    ));

  it('a task or an error that names the place comes of any JSON', () =>
    fc.assert(
      fc.asyncProperty(names, fc.array(fc.json({ maxDepth: 2 }), { maxLength: 4 }), (name, lines) =>
        openWhole({ ...R2MED, [name]: lines.join('\n') }),
      ),
      { numRuns: 150 },
    ));

  it('a task or an error that names the place comes of fields of any kind', () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.string({ unit: 'binary' }));
    const row = fc.dictionary(
      fc.constantFrom('id', 'text', 'doc_id', 'answer', 'q_id', 'p_id', 'score', '__proto__'),
      value,
      { noNullPrototype: true },
    );
    return fc.assert(
      fc.asyncProperty(names, fc.array(row, { minLength: 1, maxLength: 4 }), (name, rows) =>
        openWhole({ ...R2MED, [name]: jsonl(...rows) }),
      ),
      { numRuns: 150 },
    );
  });

  it('a task or an error that names the place comes of valid files with bytes changed, cut or doubled', () => {
    const edit = fc.record({
      at: fc.nat({ max: 500 }),
      cut: fc.nat({ max: 4 }),
      put: fc.uint8Array({ maxLength: 6 }),
    });
    return fc.assert(
      fc.asyncProperty(
        names,
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (name, edits, gzip) => {
          let bytes = Buffer.from(R2MED[name as keyof typeof R2MED]);
          if (gzip) bytes = gzipSync(bytes);
          for (const { at, cut, put } of edits) {
            const start = at % (bytes.length + 1);
            bytes = Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + cut)]);
          }
          return openWhole({ ...R2MED, [name]: bytes });
        },
      ),
      { numRuns: 250 },
    );
  });
});
