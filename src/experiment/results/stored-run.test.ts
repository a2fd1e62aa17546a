import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { corpusOf, InputError, type Query, queryId } from '../../core/index.js';
import { storedRun } from './stored-run.js';

const corpus = corpusOf('k', [
  { id: 'a', text: 'x' },
  { id: 'b', text: 'y' },
]);
const RUN = 'p Q0 a 1 2 s\np Q0 b 2 3 s\nq Q0 b 1 7 s\n';
const queries: readonly Query[] = ['p', 'q', 'r'].map((id) => ({ id: queryId(id), text: id }));
const ids = queries.map(({ id }) => id);
const written = (content: string | Uint8Array) => `${writtenFolder({ 'run.trec': content })}/run.trec`;

describe('a stored run', () => {
  it('answers with what the file says, in ranking order', async () => {
    const { run } = await (await storedRun(written(RUN))).open(corpus, testTools());
    const answers = await run(queries.slice(0, 2));
    expect(answers.map(({ query }) => query)).toEqual(queries.slice(0, 2));
    expect(answers.map(({ hits }) => hits)).toEqual([
      [
        { docId: 'b', score: 3 },
        { docId: 'a', score: 2 },
      ],
      [{ docId: 'b', score: 7 }],
    ]);
  });

  it('gives an empty ranking to a query it lacks, and counts it', async () => {
    const file = written(RUN);
    const runner = await (await storedRun(file, { queries: ids })).open(corpus, testTools());
    expect((await runner.run(queries))[2]!.hits).toEqual([]);
    expect(runner.facts).toEqual({ storedRun: { file, format: 'trec', missingQueries: 1 } });
  });

  it('keeps as many hits as asked for', async () => {
    const { run } = await (await storedRun(written(RUN), { topK: 1 })).open(corpus, testTools());
    expect((await run(queries))[0]!.hits).toHaveLength(1);
  });

  it('is described by what the file holds, not by where it lies', async () => {
    const [one, two, other] = await Promise.all(
      [RUN, RUN, `${RUN}q Q0 a 2 1 s\n`].map((text) => storedRun(written(text))),
    );
    expect(one!.spec).toEqual(two!.spec);
    expect(one!.spec).not.toEqual(other!.spec);
    expect((await storedRun(written(RUN), { topK: 5 })).spec).not.toEqual(one!.spec);
  });

  it('may be packed, and is named by its path unless told', async () => {
    const file = written(gzipSync(RUN));
    expect((await storedRun(file)).name).toBe(`stored:${file}`);
    expect((await storedRun(file, { name: 'stored:mine' })).name).toBe('stored:mine');
  });

  it('of another task is refused, by file and id', async () => {
    const file = written(RUN);
    await expect(storedRun(file, { queries: [queryId('p')] })).rejects.toThrow(
      `${file}: query "q" that the task`,
    );
    const foreign = await storedRun(written('p Q0 x 1 1 s\np Q0 y 2 0 s\n'));
    await expect(foreign.open(corpus, testTools())).rejects.toThrow('document "x" and 1 more');
  });

  it('that is no run is refused', async () => {
    await expect(storedRun(written('nothing'))).rejects.toThrow(InputError);
    await expect(storedRun('/nowhere/run.trec')).rejects.toThrow('/nowhere/run.trec');
  });

  it('says what its reader decided', async () => {
    const tools = testTools();
    const file = written('{"query-id": "p", "corpus-ids": ["a"]}\n');
    await (await storedRun(file)).open(corpus, tools);
    expect(tools.notes.every((note) => note.startsWith(`${file}: `))).toBe(true);
  });
});
