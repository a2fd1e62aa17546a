import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madeTask } from '../../../test/support/made-task.js';
import { problemOf } from '../../../test/support/own-module.js';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import type { Query, Task } from '../../core/index.js';
import { writeVectorFile } from '../../platform/node/index.js';
import { givenName } from './given-model.js';
import { system } from './system.js';

/** Two of the documents share a text, as thousands of R2MED's do; their vectors differ. */
const task = madeTask({
  documents: [
    { id: 'a', text: 'the same words' },
    { id: 'b', text: 'the same words' },
    { id: 'c', text: 'others' },
  ],
  queries: [
    { id: 'q1', text: 'first' },
    { id: 'q2', text: 'second' },
  ],
  judgements: [['q1', 'a', 1]],
});

type Rows = Readonly<Record<string, readonly number[]>>;

const DOCUMENTS: Rows = { a: [1, 0], b: [0, 1], c: [3, 4] };
const ASKED: Rows = { q1: [1, 0.1], q2: [0, 1] };

const write = async (folder: string, side: 'documents' | 'queries', rows: Rows): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const vectors = Object.values(rows);
  const columns = vectors[0]?.length ?? 0;
  await writeVectorFile(join(folder, `${side}.npy`), join(folder, `${side}.json`), {
    ids: Object.keys(rows),
    rows: vectors.length,
    columns,
    data: Float32Array.from(vectors.flat()),
  });
};

const written = async (documents = DOCUMENTS, queries = ASKED, at = ''): Promise<string> => {
  const folder = writtenFolder({}, 'vectors');
  await write(join(folder, at), 'documents', documents);
  await write(join(folder, at), 'queries', queries);
  return folder;
};

const search = async (text: string, of: Task = task, queries: readonly Query[] = task.queries) => {
  const tools = testTools();
  const retriever = await system(text, { task: of, tools });
  const runner = await retriever.open(of.corpus, tools);
  const ranked = await runner.run(queries);
  return {
    spec: retriever.spec,
    facts: runner.facts,
    notes: tools.notes,
    kept: tools.kept,
    hits: ranked.map(({ hits }) => hits.map(({ docId, score }) => [docId as string, score] as const)),
  };
};

describe('vectors in a folder', () => {
  it('give their system the name of the folder, wherever that is', () => {
    for (const [name, shown] of [
      ['npy:vectors', 'npy-vectors'],
      ['npy:./made/vectors/', 'npy-vectors'],
      ['npy:C:\\made\\vectors', 'npy-vectors'],
      ['parquet:vectors', 'parquet-vectors'],
    ] as const)
      expect(givenName(name)).toBe(shown);
  });

  it('are found by id, also where documents share a text', async () => {
    const { hits, facts } = await search(`npy:${await written()}`);
    expect(hits[1]).toEqual([
      ['b', 1],
      ['c', Math.fround(0.8)],
      ['a', 0],
    ]);
    expect(facts).toMatchObject({ documents: 3, notEmbedded: 0, dimensions: 2 });
    expect(facts.failed).toBeUndefined();
  });

  it('are compared as the settings say, and the spec says so', async () => {
    const folder = await written();
    const { hits, spec } = await search(`npy:${folder}(similarity=dot)`);
    expect(hits[1]).toEqual([
      ['c', 4],
      ['b', 1],
      ['a', 0],
    ]);
    expect(spec).toMatchObject({ retriever: 'dense', similarity: 'dot', foundBy: 'id' });
    expect((await search(`npy:${folder}`)).spec).toMatchObject({ similarity: 'cosine' });
    expect(await problemOf(search(`npy:${folder}(nonsense=dot)`))).toMatchObject({
      found: 'unknown setting of npy: "nonsense"',
    });
    expect(await problemOf(search(`npy:${folder}(pooling=mean)`))).toMatchObject({
      found: 'unknown setting of npy: "pooling"',
    });
  });

  it('have variants, and are not copied into the cache', async () => {
    const { hits, kept } = await search(`npy:${await written()}(truncate:1)`);
    expect(hits[1]!.map(([id]) => id)).toEqual(['c', 'b', 'a']);
    expect(kept.size).toBe(0);
  });

  it("stand in the task's own folder if it has any of the files", async () => {
    const folder = await written({ a: [9, 9] }, { q1: [9, 9] });
    await write(join(folder, 'Made'), 'documents', DOCUMENTS);
    await write(join(folder, 'Made'), 'queries', ASKED);
    expect((await search(`npy:${folder}`)).hits[0]).toHaveLength(3);
    const broken = join(folder, 'Made/documents.npy');
    writeFileSync(broken, 'no numbers');
    expect(await problemOf(search(`npy:${folder}`))).toMatchObject({
      at: { file: broken },
      found: 'no numpy file',
    });
  });

  it('say both places where they are not', async () => {
    const folder = writtenFolder({}, 'empty');
    expect(await problemOf(search(`npy:${folder}`))).toMatchObject({
      at: { file: folder },
      found: `neither ${folder}/Made/documents.npy nor ${folder}/documents.npy`,
    });
    await write(folder, 'documents', DOCUMENTS);
    expect(await problemOf(search(`npy:${folder}`))).toMatchObject({
      at: { file: `${folder}/queries.json` },
      found: 'no such file',
    });
  });

  it('that are of another task are refused', async () => {
    const others = { x: [1, 0], y: [0, 1] };
    expect(await problemOf(search(`npy:${await written(others)}`))).toMatchObject({
      found: 'no vector for any document of this task; the ids are x, y',
      expected: "the task's own ids, such as a, b, c",
    });
    expect(await problemOf(search(`npy:${await written(DOCUMENTS, others)}`))).toMatchObject({
      found: 'no vector for any query of this task; the ids are x, y',
    });
    expect(await problemOf(search(`npy:${await written(DOCUMENTS, { q1: [1, 2, 3] })}`))).toMatchObject({
      found: 'document vectors of 2 numbers and query vectors of 3',
    });
  });

  it('that are missing for some are failed work', async () => {
    const folder = await written({ a: [1, 0], c: [3, 4] }, { q1: [1, 0] });
    const { facts, notes, hits } = await search(`npy:${folder}`);
    expect(hits.map((each) => each.map(([id]) => id))).toEqual([['a', 'c'], []]);
    expect(facts.failed).toEqual({
      'documents without a vector': { count: 1, reason: `${folder} has no vector for b` },
      'queries without a vector': { count: 1, reason: `${folder} has no vector for q2` },
    });
    expect(notes).toHaveLength(2);
  });

  it('are none of generated texts', async () => {
    const folder = await written();
    const [first] = task.queries;
    const expanded: Query = {
      ...first!,
      generated: [{ text: 'an answer', dense: 'average', sparse: 'append' } as never],
    };
    expect(await problemOf(search(`npy:${folder}`, task, [expanded]))).toMatchObject({
      found: expect.stringContaining('a generated text for query q1'),
    });
    const replaced: Query = { ...first!, text: 'an answer' };
    expect(await problemOf(search(`npy:${folder}`, task, [replaced]))).toMatchObject({
      found: expect.stringContaining('a generated text for query q1'),
    });
  });

  it('give every document the score of its own vector, whatever the texts', async () => {
    const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(vector, fc.constantFrom('x', 'y')), { minLength: 1 }),
        vector,
        async (rows, asked) => {
          const documents = rows.map(([, text], i) => ({ id: `d${i}`, text }));
          const made = madeTask({ documents, queries: [{ id: 'q', text: 't' }], judgements: [] });
          const folder = await written(Object.fromEntries(rows.map(([numbers], i) => [`d${i}`, numbers])), {
            q: asked,
          });
          const { hits } = await search(`npy:${folder}(similarity=dot)`, made, made.queries);
          for (const [id, score] of hits[0]!) {
            const [numbers] = rows[Number(id.slice(1))]!;
            expect(score).toBeCloseTo(
              numbers.reduce((sum, each, i) => sum + each * asked[i]!, 0),
              4,
            );
          }
          expect(hits[0]).toHaveLength(rows.length);
        },
      ),
      { numRuns: 15 },
    );
  });
});
