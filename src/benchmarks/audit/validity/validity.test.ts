import { describe, expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import {
  type TopicTask,
  taskOfTopics,
  topicTask,
  withAnswers,
  withGarbledQueries,
  withShiftedJudgements,
  withShuffledJudgements,
} from '../../../../test/support/topic-task.js';
import { validityRates } from '../../../../test/support/validity-rates.js';
import { lsa } from '../../../search/retrieval/index.js';
import { auditTask } from '../audit-task.js';
import { auditMarkdown } from '../report/markdown.js';

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

const SOUND = topicTask(1, { queries: 40 });

describe('judgements against chance', () => {
  it('passes judgements that fit', async () => {
    expect(await found(SOUND)).toEqual([0, 0, 0]);
    expect(await found(withAnswers(SOUND))).toEqual([0, 0, 0]);
  });

  it('knows words by their digits too: CD34 is not CD20', async () => {
    const numbers = new Map<string, number>();
    const named = ({ id, text }: { readonly id: string; readonly text: string }) => ({
      id,
      text: text.replace(/\w+/g, (word) => {
        if (!numbers.has(word)) numbers.set(word, numbers.size);
        return `cd${100 + numbers.get(word)!}`;
      }),
    });
    const task = { ...SOUND, documents: SOUND.documents.map(named), queries: SOUND.queries.map(named) };
    expect(await found(task)).toEqual([0, 0, 0]);
  });

  it('tells how sure that is, and which queries of a task that passes were judged by chance', async () => {
    const testedOf = async (task: TopicTask) => {
      const report = await auditTask(taskOfTopics(task), testTools(), { parts: ['checks'] });
      const [tested, ...others] = report.checks.flatMap((check) => check.tested ?? []);
      expect(others).toEqual([]);
      expect(auditMarkdown(report).includes(tested ?? 'are better than chance')).toBe(tested !== undefined);
      return tested;
    };
    expect(await testedOf(withAnswers(SOUND))).toMatch(
      /^Judgements are better than chance: p = 1e-4 by words \(.* the same length\); p = 1e-4 by words of the answer/,
    );
    expect(await testedOf(withShuffledJudgements(SOUND, 7))).toBeUndefined();
    // Eight of forty queries have each other's documents.
    const swapped = SOUND.queries.slice(0, 8).map(({ id }) => id);
    const judgements = SOUND.judgements.map(([query, ...rest]) => {
      const place = swapped.indexOf(query);
      return [place < 0 ? query : swapped[7 - place]!, ...rest] as const;
    });
    const inDoubt = (tested = '') =>
      /(\d+) of 40 queries are in doubt, .*: (.*)\.$/.exec(tested)?.slice(1) ?? [];
    const [, before = ''] = inDoubt(await testedOf(SOUND));
    const [count, names = ''] = inDoubt(await testedOf({ ...SOUND, judgements }));
    const named = names.split(', ');
    expect(named).toHaveLength(Number(count));
    const isNew = (id: string): boolean => named.includes(id) && !before.split(', ').includes(id);
    // By its definition, half of what was judged by chance is expected.
    expect(swapped.filter(isNew).length).toBeGreaterThanOrEqual(3);
    expect(named.filter((id) => isNew(id) && !swapped.includes(id))).toEqual([]);
  });

  it('finds shuffled judgements, with and without answers', async () => {
    for (const task of [SOUND, withAnswers(SOUND)])
      expect(await found(withShuffledJudgements(task, 7))).toEqual([expect.toSatisfy((n) => n > 5), 0, 0]);
  });

  it('finds garbled queries: by the judgements, or by the queries where answers show that the judgements are right', async () => {
    expect(await found(withGarbledQueries(SOUND))).toEqual([40, 0, 0]);
    expect(await found(withGarbledQueries(withAnswers(SOUND)))).toEqual([0, 40, 0]);
  });

  it('finds ids that are off by one, also where neighbours are of one kind', async () => {
    expect(await found(withShiftedJudgements(SOUND))).toEqual([
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
      /^8 queries are too few to tell: p = [\d.e-]+ by words \([\d.e-]+ against documents of the same length\)$/,
    );
  });

  it('raises few false alarms and misses few broken tasks, of thirty queries', async () => {
    // Many more tasks of each kind are in docs/background/validity.md.
    for await (const { kind, isSound, failed, tasks } of validityRates(5))
      expect({ kind, wrong: isSound ? failed : tasks - failed }).toEqual({ kind, wrong: 0 });
  });
});
