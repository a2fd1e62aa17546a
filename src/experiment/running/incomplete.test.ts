import { describe, expect, it } from 'vitest';
import { result } from '../../../test/support/made-result.js';
import { madeTask } from '../../../test/support/made-task.js';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { docId, failedWork, type JsonObject, type Retriever } from '../../core/index.js';
import type { Incomplete, Result } from '../record/index.js';
import { mustBeComplete } from './incomplete.js';
import { runSystem } from './run-system.js';
import { search } from './search.js';

const task = madeTask({
  documents: [{ id: 'a', text: 'x' }],
  queries: [{ id: 'q1', text: 'one' }],
  judgements: [['q1', 'a', 1]],
});

/** Finds the document, or nothing, and says this of itself. */
const saying = (facts: JsonObject, { finds = true, spec = 1 } = {}): Retriever => ({
  name: 'faulty',
  spec: { spec },
  open: async () => ({
    facts,
    run: async (queries) =>
      queries.map((query) => ({ query, hits: finds ? [{ docId: docId('a'), score: 1 }] : [] })),
  }),
});
const LOST = failedWork('documents without a vector', 2, 'too odd');

describe('a result of failed work', () => {
  it('is marked, those of fused systems too, and run again until it is complete', async () => {
    const out = writtenFolder();
    const fused = { fused: [{ system: 'a', facts: LOST }] };
    const first = await runSystem(saying(fused), task, testTools(), { out });
    expect(first.result.record.incomplete).toEqual({
      'documents without a vector': { count: 2, reason: 'too odd' },
    });
    const second = await runSystem(saying({}), task, testTools(), { out });
    expect([second.reused, second.result.record.incomplete]).toEqual([false, undefined]);
    expect((await runSystem(saying({}), task, testTools(), { out })).reused).toBe(true);
  });

  it('gives way to other settings, which a complete one does not', async () => {
    const out = writtenFolder();
    await runSystem(saying(LOST), task, testTools(), { out });
    await runSystem(saying({}, { spec: 2 }), task, testTools(), { out });
    await expect(runSystem(saying({}, { spec: 3 }), task, testTools(), { out })).rejects.toThrow(
      '--overwrite',
    );
  });

  it('is none where no query found anything', async () => {
    const run = runSystem(saying(LOST, { finds: false }), task, testTools());
    await expect(run).rejects.toThrow(
      'faulty: no query found anything, since work failed: documents without a vector: 2 (too odd)',
    );
    const nothing = await runSystem(saying({}, { finds: false }), task, testTools());
    expect(nothing.result.record).not.toHaveProperty('incomplete');
  });

  it('names the flag that tries cached failures again', async () => {
    const texts = failedWork('texts not written', 1, 'refused', { cached: true });
    await expect(runSystem(saying(texts, { finds: false }), task, testTools())).rejects.toMatchObject({
      fix: expect.stringContaining('--retry-failed'),
    });
  });

  it('is no run at all for whoever asks for rankings alone', async () => {
    await expect(search(saying(LOST), task, testTools())).rejects.toThrow('documents without a vector: 2');
    expect(await search(saying({}), task, testTools())).toBeInstanceOf(Map);
  });
});

describe('a part that says nothing', () => {
  it.each([
    [{ documentVectors: 'all zero' }, 'documents are all zero'],
    [{ fused: [{ system: 'a', facts: { queryVectors: 'all the same' } }] }, 'queries are all the same'],
  ])('has no score where vectors tell nothing apart, those of fused systems too', async (facts, said) => {
    await expect(runSystem(saying(facts), task, testTools())).rejects.toThrow(
      `faulty: the vectors of the ${said}`,
    );
    await expect(search(saying(facts), task, testTools())).rejects.toThrow('vectors tell nothing apart');
  });

  it.each([
    [{ ordered: 4, unchanged: 0, equal: 3 }, '3 with one score for all documents'],
    [{ ordered: 4, unchanged: 1, equal: 2 }, '2 with one score for all documents, 1 without a usable answer'],
    [{ ordered: 4, unchanged: 4, equal: 0 }, '4 without a usable answer'],
    [{ ordered: 4, unchanged: 1, equal: 1 }, undefined],
    [{ ordered: 0, unchanged: 1, equal: 0 }, undefined],
  ])('is incomplete where a reranker says nothing of most queries: %o', async (reranking, reason) => {
    const { result } = await runSystem(saying({ reranking }), task, testTools());
    const missing = 'queries of which the reranker says nothing';
    expect(result.record.incomplete?.[missing]?.reason).toBe(reason);
  });
});

const lacking = (made: Result, incomplete: Incomplete): Result => ({
  ...made,
  record: { ...made.record, incomplete },
});

describe('results that must be complete', () => {
  const lost: Incomplete = { 'documents without a vector': { count: 3, reason: 'too odd' } };
  const refused: Incomplete = { 'texts not written': { count: 1, reason: 'refused: no', cached: true } };
  const whole = result('m', 'A', [1, 0]);

  it('are named with what they lack and why, if they are not', () => {
    expect(() => mustBeComplete([whole, lacking(result('m', 'B', [1, 1]), lost)])).toThrow(
      '1 of 2 results is incomplete, since work failed:\n' +
        '  B: m: documents without a vector: 3 (too odd)\n' +
        '  Fix: correct the cause and run the same command again: what was done is cached',
    );
    expect(() => mustBeComplete([whole])).not.toThrow();
  });

  it('whose failures are cached say how they are tried again', () => {
    const results = [lacking(whole, lost), lacking(whole, refused)];
    expect(() => mustBeComplete(results)).toThrow('--retry-failed');
    expect(() => mustBeComplete(results, () => 'r2med run --retry-failed')).toThrow(
      'Fix: r2med run --retry-failed',
    );
  });

  it('of stored runs are completed where those runs are made', () => {
    const within = (incomplete: Incomplete): Incomplete =>
      Object.fromEntries(Object.entries(incomplete).map(([key, part]) => [`${key} (in stored:bge)`, part]));
    const fix = (...incomplete: readonly Incomplete[]) => {
      try {
        mustBeComplete(incomplete.map((each) => lacking(whole, each)));
      } catch (error) {
        return (error as { readonly fix: string }).fix;
      }
    };
    expect(fix(within(lost))).toBe(
      'run the system of stored:bge again until it is complete, then this command',
    );
    expect(fix(within(lost), within(refused))).toContain('again with --retry-failed until');
    expect(fix(within(lost), lost)).toContain('correct the cause');
  });
});
