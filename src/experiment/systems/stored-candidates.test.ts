import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nanoFiles } from '../../../test/support/parquet-table.js';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import type { Ranked, Retriever, Task } from '../../core/index.js';
import { openFolder, task as openTask } from '../../tasks/index.js';
import { search } from '../running/index.js';
import { candidateConfig, storedCandidates } from './stored-run.js';
import { system } from './system.js';

const GOLDEN = fileURLToPath(new URL('../../../test/golden/nano', import.meta.url));
const gut = () => openFolder(`${GOLDEN}#NanoTinyGut`);
/** The query of the golden set whose hybrid list has a safeguard. */
const GUARDED = { query: 'q3', document: 'd72' };

const ranked = async (retriever: Retriever, task: Task): Promise<readonly Ranked[]> =>
  (await retriever.open(task.corpus, testTools())).run(task.queries);

const built = async (text: string, topK = 100) => {
  const task = await gut();
  const retriever = await system(text, { task, topK });
  return { task, retriever, answers: await ranked(retriever, task) };
};

const hitsOf = (answers: readonly Ranked[], id: string) =>
  answers.find(({ query }) => query.id === id)!.hits.map(({ docId }) => docId);

describe('candidate lists as a retriever', () => {
  it('hand over the published order, with scores that count down to 1', async () => {
    const { task, answers } = await built('stored:bm25', 500);
    const lists = await task.candidates!('bm25');
    for (const { query, hits } of answers) {
      expect(hits.map(({ docId }) => docId)).toEqual(lists.get(query.id));
      expect(hits.map(({ score }) => score)).toEqual(hits.map((_, i) => hits.length - i));
    }
  });

  it('are cut where hits are', async () => {
    const { answers } = await built('stored:bm25', 10);
    expect(answers.every(({ hits }) => hits.length === 10)).toBe(true);
    expect(answers[0]!.hits.at(-1)!.score).toBe(1);
  });

  it('are found by their own name, and the dense one by "dense"', async () => {
    const task = await gut();
    expect(candidateConfig(task, 'reranking_hybrid')).toBe('reranking_hybrid');
    expect(candidateConfig(task, 'dense')).toBe('tiny_vectors');
    expect(candidateConfig(task, 'bge')).toBeUndefined();
    expect(candidateConfig(await openTask('sample', 'Biology'), 'dense')).toBeUndefined();
    const [byKind, byName] = [await built('stored:dense'), await built('stored:tiny_vectors')];
    expect(byKind.answers).toEqual(byName.answers);
    expect(byKind.retriever.spec).toEqual(byName.retriever.spec);
    expect(byKind.retriever.name).toBe('stored:dense');
  });

  it('that may both be dense have to be named', async () => {
    const task = { ...(await gut()), candidateConfigs: ['bm25', 'one', 'two'] };
    expect(() => candidateConfig(task, 'dense')).toThrow(/expected one of one, two/);
  });

  it('keep the safeguard at the usual depth, and drop it when asked or when cut above it', async () => {
    const kept = await built('stored:reranking_hybrid');
    expect(hitsOf(kept.answers, GUARDED.query)).toHaveLength(101);
    expect(hitsOf(kept.answers, GUARDED.query).at(-1)).toBe(GUARDED.document);
    const dropped = await built('stored:reranking_hybrid(safeguard=false)');
    expect(dropped.answers.every(({ hits }) => hits.length === 100)).toBe(true);
    expect(dropped.retriever.name).toBe('stored:reranking_hybrid(safeguard=false)');
    expect(dropped.retriever.spec).not.toEqual(kept.retriever.spec);
    const cut = await built('stored:reranking_hybrid', 50);
    expect(hitsOf(cut.answers, GUARDED.query)).toHaveLength(50);
    expect(hitsOf(cut.answers, GUARDED.query)).not.toContain(GUARDED.document);
  });

  it('say in the facts which queries have a safeguard', async () => {
    const task = await gut();
    const runner = await (await storedCandidates(task, 'reranking_hybrid')).open(task.corpus, testTools());
    await runner.run(task.queries);
    expect(runner.facts).toEqual({
      storedCandidates: {
        config: 'reranking_hybrid',
        lists: 7,
        missingQueries: 0,
        safeguards: { [GUARDED.query]: GUARDED.document },
      },
    });
  });

  it('whose safeguards are cut off have none in the facts', async () => {
    const task = await gut();
    const cut = await storedCandidates(task, 'reranking_hybrid', { topK: 99 });
    const { facts } = await cut.open(task.corpus, testTools());
    expect(facts.storedCandidates).not.toHaveProperty('safeguards');
  });

  it('are a first stage for what comes after', async () => {
    const { answers } = await built('stored:reranking_hybrid > top(3)');
    const { answers: whole } = await built('stored:reranking_hybrid');
    expect(hitsOf(answers, 'q0')).toEqual(hitsOf(whole, 'q0').slice(0, 3));
  });

  it('have a spec of what they hold: other lists are another system, another compression is not', async () => {
    const rows = {
      documents: { a: 'x', b: 'y' },
      queries: { q: 'x' },
      positives: { q: ['a'] },
      lists: { bm25: { q: ['a', 'b'] }, other: { q: ['b', 'a'] }, again: { q: ['a', 'b'] } },
    };
    const task = await openFolder(writtenFolder(nanoFiles('S', rows)));
    const spec = async (config: string) => (await storedCandidates(task, config)).spec;
    expect(await spec('bm25')).toEqual(await spec('again'));
    expect(await spec('bm25')).not.toEqual(await spec('other'));
  });

  it('give an empty ranking to a query without a list, and count it', async () => {
    const rows = {
      documents: { a: 'x' },
      queries: { q: 'x', r: 'y' },
      positives: { q: ['a'], r: ['a'] },
      lists: { bm25: { q: ['a'] } },
    };
    const task = await openFolder(writtenFolder(nanoFiles('S', rows)));
    const runner = await (await storedCandidates(task, 'bm25')).open(task.corpus, testTools());
    expect((await runner.run(task.queries)).map(({ hits }) => hits.length)).toEqual([1, 0]);
    expect(runner.facts).toMatchObject({ storedCandidates: { missingQueries: 1 } });
  });

  it.each([
    [{ q: ['a', 'stranger'] }, 'document "stranger", which S does not have'],
    [{ q: ['a'], stranger: ['a'] }, 'query "stranger", which S does not have'],
  ])('%j are those of another task and refused', async (bm25, message) => {
    const rows = { documents: { a: 'x' }, queries: { q: 'x' }, positives: { q: ['a'] }, lists: { bm25 } };
    const task = await openFolder(writtenFolder(nanoFiles('S', rows), 'S'));
    await expect(search(await storedCandidates(task, 'bm25'), task, testTools())).rejects.toThrow(message);
  });

  it.each([
    ['stored:bm25(10)', 'expected no setting, or safeguard=false'],
    ['stored:bm25(safeguard=no)', 'unknown safeguard "no"'],
    ['stored:bm25(depth=10)', 'expected one of safeguard'],
    ['stored:bm52', 'a list of the task: bm25, reranking_hybrid, tiny_vectors'],
  ])('%s is refused', async (text, message) => {
    await expect(built(text)).rejects.toThrow(message);
  });

  it('are none of a task without them', async () => {
    await expect(storedCandidates(await openTask('sample', 'Biology'), 'bm25')).rejects.toThrow(
      'stored:bm25: Biology has no candidate lists; expected a Nano task',
    );
  });
});
