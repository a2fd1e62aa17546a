import { describe, expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import {
  rot13,
  type TopicTask,
  taskOfTopics,
  topicTask,
  withShuffledJudgements,
} from '../../../../test/support/topic-task.js';
import { lsa } from '../../../search/retrieval/index.js';
import { auditTask } from '../audit-task.js';
import { settledOptions } from '../reasoning/options.js';
import { testEvidence } from './evidence.js';
import { verdictOf } from './verdict.js';

const CHECKS = ['judgements-by-chance', 'queries-by-chance', 'shifted-judgements'];

/** What the three checks find: a number, or "–" where they cannot tell. */
const found = async (task: TopicTask, options = {}): Promise<readonly (number | string)[]> => {
  const { checks } = await auditTask(taskOfTopics(task), testTools(), { parts: ['checks'], ...options });
  return CHECKS.map((name) => {
    const check = checks.find((each) => each.name === name)!;
    expect(check.severity).toBe('error');
    return check.notApplicable === undefined ? check.found : '–';
  });
};

const withAnswers = (task: TopicTask): TopicTask => ({
  ...task,
  answers: Object.fromEntries(
    task.judgements.map(([query, document]) => {
      const words = task.documents.find(({ id }) => id === document)!.text.split(' ');
      return [query, words.slice(-3).join(' ')];
    }),
  ),
});

const SOUND = topicTask(1, { queries: 40 });

describe('judgements against chance', () => {
  it('passes judgements that fit', async () => {
    expect(await found(SOUND)).toEqual([0, 0, 0]);
    expect(await found(withAnswers(SOUND))).toEqual([0, 0, 0]);
  });

  it('finds shuffled judgements, with and without answers', async () => {
    for (const task of [SOUND, withAnswers(SOUND)])
      expect(await found(withShuffledJudgements(task, 7))).toEqual([expect.toSatisfy((n) => n > 5), 0, 0]);
  });

  it('finds garbled queries: by the judgements, or by the queries where answers show that the judgements are right', async () => {
    const garbled = (task: TopicTask): TopicTask => ({
      ...task,
      queries: task.queries.map(({ id, text }) => ({ id, text: rot13(text) })),
    });
    expect(await found(garbled(SOUND))).toEqual([40, 0, 0]);
    expect(await found(garbled(withAnswers(SOUND)))).toEqual([0, 40, 0]);
  });

  it('finds ids that are off by one, also where neighbours are of one kind', async () => {
    const shifted: TopicTask = {
      ...SOUND,
      judgements: SOUND.judgements.map(([query, id, grade]) => [
        query,
        `d${(Number(id.slice(1)) + 1) % 300}`,
        grade,
      ]),
    };
    expect(await found(shifted)).toEqual([
      expect.toSatisfy((n) => n > 5),
      0,
      expect.toSatisfy((n) => n > 20),
    ]);
    // Every document is followed by one that has half of its words: both fit the query, the right one better.
    const followed = SOUND.documents.flatMap(({ id, text }) => [
      { id, text },
      {
        id: `${id}+`,
        text: `${text.split(' ').slice(-3).join(' ')} ${text.split(' ').slice(0, 20).join(' ')}`,
      },
    ]);
    const alike = { ...SOUND, documents: followed };
    expect(await found(alike)).toEqual([0, 0, 0]);
    const moved = alike.judgements.map(([query, id, grade]) => [query, `${id}+`, grade] as const);
    expect(await found({ ...alike, judgements: moved })).toEqual([0, 0, expect.toSatisfy((n) => n > 10)]);
  });

  it('takes the word of vectors, and of synonyms, where words are silent', async () => {
    const renamed = SOUND.queries.map(({ id, text }) => ({
      id,
      text: text.replace(/\w+/g, (word) => `x${word}`),
    }));
    const words = new Set(SOUND.queries.flatMap(({ text }) => text.split(' ')));
    const expansions = new Map([...words].map((word) => [`x${word}`, [word]] as const));
    expect(await found({ ...SOUND, queries: renamed })).toEqual([40, 0, 0]);
    expect(await found({ ...SOUND, queries: renamed }, { expansions })).toEqual([0, 0, 0]);
    const spaces = [{ name: 'lsa', retriever: (topK: number) => lsa({ topK }) }];
    expect(await found(SOUND, { spaces })).toEqual([0, 0, 0]);
    expect((await found(withShuffledJudgements(SOUND, 3), { spaces }))[0]).toBeGreaterThan(0);
  });

  it('cannot tell from few queries that judgements are bad, nor from fewer still that they are good', async () => {
    const few = topicTask(2, { queries: 20, shared: 0.6 });
    expect((await found(few)).slice(0, 2)).toEqual([0, 0]);
    expect((await found(withShuffledJudgements(few, 1)))[0]).toBe('–');
    expect((await found(topicTask(3, { queries: 8, shared: 0.6 })))[0]).toBe('–');
  });

  it('says how many queries and which p', async () => {
    const { checks } = await auditTask(taskOfTopics(topicTask(3, { queries: 8 })), testTools(), {
      parts: ['checks'],
    });
    expect(checks.find(({ name }) => name === CHECKS[0])!.notApplicable).toMatch(
      /^8 queries are too few to tell: p = [\d.e-]+ by words \([\d.e-]+ against shuffled judgements, [\d.e-]+ against documents of the same length\)$/,
    );
  });

  it('raises few false alarms and misses few shuffled judgements, on tasks of thirty queries', async () => {
    const tasks = 100;
    const verdict = async (task: TopicTask) =>
      verdictOf(await testEvidence(taskOfTopics(task), testTools(), settledOptions({})));
    let alarms = 0;
    let misses = 0;
    for (let seed = 1; seed <= tasks; seed++) {
      const task = topicTask(seed, { queries: 30, shared: 0.2 });
      if ((await verdict(task)) !== 'better') alarms++;
      if ((await verdict(withShuffledJudgements(task, seed))) !== 'chance') misses++;
    }
    // Of 1,000 other tasks none failed, and 3 shuffled ones passed.
    expect({ alarms: alarms / tasks, misses: misses / tasks }).toEqual({
      alarms: expect.toSatisfy((rate) => rate < 0.05),
      misses: expect.toSatisfy((rate) => rate <= 0.01),
    });
  });
});
