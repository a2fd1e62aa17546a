import { describe, expect, it } from 'vitest';
import { madeScores } from '../../../test/support/made-scores.js';
import { jsonl, writtenFolder } from '../../../test/support/written-folder.js';
import { docId, queryId, type Run } from '../../core/index.js';
import { taskOpener } from '../../experiment/rescoring/index.js';
import { openFolder } from '../../tasks/index.js';
import { compareSlices, compareSystems, movedQueries } from './index.js';

const FILES = {
  'corpus.jsonl': jsonl(
    { id: 'gout', text: 'Urate crystals inflame a joint.' },
    { id: 'iron', text: 'Iron deficiency lowers haemoglobin.' },
    { id: 'b12', text: 'Vitamin B12 is absorbed in the ileum.' },
    { id: 'noise', text: 'Something else.' },
  ),
  'query.jsonl': jsonl(
    { id: 'q1', text: 'urate in the joints', body_system: 'Skeletal' },
    { id: 'q2', text: 'a very tired person without any iron at all', body_system: 'Blood' },
    { id: 'q3', text: 'nothing moves', body_system: 'Blood' },
    { id: 'q4', text: 'unlabelled words of no kind' },
  ),
  'qrels.jsonl': jsonl(
    { q_id: 'q1', p_id: 'gout', score: 1 },
    { q_id: 'q2', p_id: 'iron', score: 1 },
    { q_id: 'q2', p_id: 'b12', score: 1 },
    { q_id: 'q3', p_id: 'b12', score: 1 },
    { q_id: 'q4', p_id: 'b12', score: 1 },
  ),
};

const ranked = (first: string) => async (): Promise<Run> =>
  new Map([[queryId('q2'), [{ docId: docId(first), score: 1 }]]]);

const compared = async () => {
  const task = await openFolder(writtenFolder(FILES));
  const { suite, contentHash } = task;
  const a = madeScores('a', {
    task: {
      suite,
      contentHash,
      scores: { q1: 0.5, q2: 0.9, q3: 0.5, q4: 0 },
      ranks: { q1: { gout: 2 }, q2: { iron: 1, b12: null }, q3: { b12: 3 }, q4: { b12: null } },
      run: ranked('iron'),
    },
  });
  const b = madeScores('b', {
    task: {
      suite,
      contentHash,
      scores: { q1: 1, q2: 0.1, q3: 0.5, q4: 0 },
      ranks: { q1: { gout: 1 }, q2: { iron: null, b12: 9 }, q3: { b12: 3 }, q4: { b12: null } },
      run: ranked('noise'),
    },
  });
  return compareSystems([a, b], 'nDCG@10').systems[0]!.tasks;
};

describe('the queries that moved most', () => {
  it('come first by how far they moved, up or down, with what rose and fell', async () => {
    const moved = await movedQueries(await compared(), 5, taskOpener());
    expect(moved).toEqual([
      {
        task: 'task',
        id: 'q2',
        a: 0.9,
        b: 0.1,
        difference: 0.1 - 0.9,
        text: 'a very tired person without any iron at all',
        rose: [{ id: 'b12', to: 9, title: 'Vitamin B12 is absorbed in the ileum.' }],
        fell: [{ id: 'iron', from: 1, title: 'Iron deficiency lowers haemoglobin.' }],
        firstA: { id: 'iron', relevant: true, title: 'Iron deficiency lowers haemoglobin.' },
        firstB: { id: 'noise', relevant: false, title: 'Something else.' },
      },
      {
        task: 'task',
        id: 'q1',
        a: 0.5,
        b: 1,
        difference: 0.5,
        text: 'urate in the joints',
        rose: [{ id: 'gout', from: 2, to: 1, title: 'Urate crystals inflame a joint.' }],
        fell: [],
      },
    ]);
  });

  it('are as many as asked for, and none that stayed', async () => {
    const tasks = await compared();
    expect(await movedQueries(tasks, 1, taskOpener())).toHaveLength(1);
    expect(await movedQueries(tasks, 0, taskOpener())).toEqual([]);
  });

  it('have ids only where the task is not on this machine', async () => {
    const [moved] = await movedQueries(await compared(), 1, async () => undefined);
    expect(moved).toMatchObject({ id: 'q2', fell: [{ id: 'iron', from: 1 }] });
    expect(moved).not.toHaveProperty('text');
    expect(moved!.fell[0]).not.toHaveProperty('title');
  });
});

describe('slices', () => {
  const slices = async (by: string) => {
    const { rows } = await compareSlices(await compared(), by, taskOpener());
    return rows.map(({ slice, queries }) => [slice, queries]);
  };

  it('by family are those of the tasks', async () => {
    expect(await slices('family')).toEqual([['qa', 4]]);
  });

  it('by body system are the labels, the largest first', async () => {
    expect(await slices('body-system')).toEqual([
      ['Blood', 2],
      ['Skeletal', 1],
      ['no label', 1],
    ]);
  });

  it('by query length are quarters of the queries by words', async () => {
    expect(await slices('query-length')).toEqual([
      ['2 words', 1],
      ['4 words', 1],
      ['5 words', 1],
      ['9 words', 1],
    ]);
  });

  it('by overlap take stems: "joints" is found in "joint"; stop words do not count', async () => {
    // q1: urate, joint of urate, joint; q2: iron of very, tire, person, without, ani, iron, all: 1 of 7; q3, q4: none.
    expect(await slices('overlap')).toEqual([
      ['0 %', 2],
      ['14 %', 1],
      ['100 %', 1],
    ]);
  });

  it('by positives count the relevant documents', async () => {
    expect(await slices('positives')).toEqual([
      ['1 positive', 3],
      ['2 positives', 1],
    ]);
  });

  it('are corrected over the table, and their queries are compared with the same weight', async () => {
    const { rows, title } = await compareSlices(await compared(), 'positives', taskOpener());
    expect(title).toContain('relevant documents');
    expect(rows[0]).toMatchObject({ queries: 3, wins: 1, ties: 2, losses: 0, pHolm: 1 });
    expect(rows[0]!.difference).toBeCloseTo(0.5 / 3, 14);
  });

  it('that need texts say so where the task is not here', async () => {
    await expect(compareSlices(await compared(), 'overlap', async () => undefined)).rejects.toThrow(
      'not on this machine as it was when it was run',
    );
    await expect(compareSlices(await compared(), 'overlp', taskOpener())).rejects.toThrow(
      'did you mean "overlap"?',
    );
  });
});
