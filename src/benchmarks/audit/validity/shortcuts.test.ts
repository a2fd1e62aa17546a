import { describe, expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import { type TopicTask, taskOfTopics, topicTask } from '../../../../test/support/topic-task.js';
import { auditTask } from '../audit-task.js';

const SHORTCUTS = [
  'revealing-order',
  'revealing-ids',
  'revealing-lengths',
  'revealing-query-order',
  'boilerplate',
];
const TASK = topicTask(5, { queries: 40 });
const relevant = new Set(TASK.judgements.map(([, document]) => document));

/** What each of these checks finds. */
const found = async (change: Partial<TopicTask>): Promise<Readonly<Record<string, number>>> => {
  const { checks } = await auditTask(taskOfTopics({ ...TASK, ...change }), testTools(), {
    parts: ['checks'],
  });
  const numbers = SHORTCUTS.map(
    (name) => [name, checks.find((check) => check.name === name)!.found] as const,
  );
  return Object.fromEntries(numbers.filter(([, count]) => count > 0));
};

const renamed = (nameOf: (id: string) => string): Partial<TopicTask> => ({
  documents: TASK.documents.map(({ id, text }) => ({ id: nameOf(id), text })),
  judgements: TASK.judgements.map(([query, id, grade]) => [query, nameOf(id), grade]),
});

const withTexts = (
  textOf: (document: { id: string; text: string }, i: number) => string,
): Partial<TopicTask> => ({
  documents: TASK.documents.map((document, i) => ({ id: document.id, text: textOf(document, i) })),
});

describe('rankings that are the same for all queries', () => {
  it('find nothing in a sound task', async () => {
    expect(await found({})).toEqual({});
  });

  it('find relevant documents that come first or last in the corpus', async () => {
    const first = TASK.documents.toSorted((a, b) => Number(relevant.has(b.id)) - Number(relevant.has(a.id)));
    expect(await found({ documents: first })).toEqual({ 'revealing-order': relevant.size });
    expect(await found({ documents: first.toReversed() })).toEqual({ 'revealing-order': relevant.size });
  });

  it('find relevant documents by the form or the number of their ids', async () => {
    const form = renamed((id) => (relevant.has(id) ? `gold-${id}` : id));
    expect(await found(form)).toEqual({ 'revealing-ids': relevant.size });
    const number = renamed((id) => `p${10_000 + Number(id.slice(1)) + (relevant.has(id) ? 50_000 : 0)}`);
    expect(await found(number)).toEqual({ 'revealing-ids': relevant.size });
  });

  it('find relevant documents by their length', async () => {
    const longer = withTexts(({ id, text }, i) =>
      relevant.has(id) ? `${text} ${'further words '.repeat(20 + i)}` : text,
    );
    expect(await found(longer)).toEqual({ 'revealing-lengths': relevant.size });
  });

  it('find relevant documents that follow the order of the queries, or their ids', async () => {
    const queryOf = new Map(TASK.judgements.map(([query, document]) => [document, Number(query.slice(1))]));
    // Others lie between, so that relevant documents are at no end.
    const key = (id: string): number => queryOf.get(id) ?? (Number(id.slice(1)) * 7919) % 40;
    const follows = TASK.documents.toSorted((a, b) => key(a.id) - key(b.id));
    const some = { 'revealing-query-order': expect.toSatisfy((count) => count > 20) };
    expect(await found({ documents: follows })).toEqual(some);
    expect(await found({ documents: follows.toReversed() })).toEqual(some);
    const place = new Map(follows.map(({ id }, i) => [id, `p${i}`]));
    expect(await found(renamed((id) => place.get(id)!))).toEqual(some);
  });

  it('do not take a small difference, or few documents, for a shortcut', async () => {
    const little = withTexts(({ id, text }) => (relevant.has(id) ? `${text} again` : text));
    expect(await found(little)).toEqual({});
    const few = TASK.documents.toSorted((a, b) => Number(relevant.has(b.id)) - Number(relevant.has(a.id)));
    expect(await found({ documents: few, judgements: TASK.judgements.slice(0, 10) })).toEqual({});
  });
});

describe('boilerplate', () => {
  const NOTICE = 'All rights reserved by the owners of this site.';

  it('is a sentence with which many documents end or begin', async () => {
    expect(await found(withTexts(({ text }, i) => (i % 10 === 0 ? `${text}. ${NOTICE}` : text)))).toEqual({
      boilerplate: 30,
    });
    expect(await found(withTexts(({ text }, i) => (i % 10 === 0 ? `${NOTICE} ${text}` : text)))).toEqual({
      boilerplate: 30,
    });
  });

  it('is none in a few documents', async () => {
    expect(await found(withTexts(({ text }, i) => (i < 3 ? `${text}. ${NOTICE}` : text)))).toEqual({});
  });
});
