import { describe, expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import { type TopicTask, taskOfTopics, topicTask } from '../../../../test/support/topic-task.js';
import { random } from '../../../core/index.js';
import { auditTask } from '../audit-task.js';

const SHORTCUTS = [
  'revealing-order',
  'revealing-ids',
  'revealing-lengths',
  'revealing-form',
  'revealing-query-order',
  'revealing-query-ids',
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

  it('find nothing where relevant documents are drawn at random, although many orders are tried', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const next = random(seed);
      const drawn = () => TASK.documents[Math.floor(next() * TASK.documents.length)]!.id;
      const judgements = TASK.judgements.map(([query, , grade]) => [query, drawn(), grade] as const);
      expect(await found({ judgements })).toEqual({});
    }
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

  it('find relevant documents by the length, the capitals or the last character of their ids', async () => {
    for (const nameOf of [
      (id: string) =>
        relevant.has(id) ? `${id}${'0'.repeat(9 - id.length)}` : `${id}${'0'.repeat(8 - id.length)}`,
      (id: string) => `p${id.slice(1)}${relevant.has(id) ? 'A' : 'a'}`,
      (id: string) => `p${2 * Number(id.slice(1)) + (relevant.has(id) ? 0 : 1)}`,
    ])
      expect(await found(renamed(nameOf))).toEqual({
        'revealing-ids': expect.toSatisfy((count) => count > 0.9 * relevant.size),
      });
  });

  it('find relevant documents in the middle of the corpus', async () => {
    const [own, others] = [true, false].map((is) =>
      TASK.documents.filter(({ id }) => relevant.has(id) === is),
    );
    const middle = [...others!.slice(0, 110), ...own!, ...others!.slice(110)];
    expect(await found({ documents: middle })).toEqual({ 'revealing-order': relevant.size });
  });

  it('find relevant documents by the form of their texts', async () => {
    for (const change of [
      (text: string) => `Summary: ${text}`,
      (text: string) => `${text}.`,
      (text: string) => text.toUpperCase(),
      (text: string) => text.replaceAll(' ba', '  ba').replace(' ', '  '),
      (text: string) => text.replace(' ', '\n\n'),
    ])
      expect(
        await found(withTexts(({ id, text }) => (relevant.has(id) ? change(text) : text))),
      ).toMatchObject({ 'revealing-form': expect.toSatisfy((count) => count > 0.9 * relevant.size) });
  });

  it('find relevant documents whose ids name their query', async () => {
    const queryOf = new Map(TASK.judgements.map(([query, document]) => [document, query]));
    const other = (id: string): string => `q${(Number(id.slice(1)) * 7) % 40}`;
    expect(await found(renamed((id) => `${queryOf.get(id) ?? other(id)}-${id}`))).toMatchObject({
      'revealing-query-ids': TASK.queries.length,
    });
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

  it('is a sentence between others in a third of the documents, and its numbers may differ', async () => {
    const inMiddle = withTexts(({ text }, i) => (i % 5 < 2 ? `${text}. ${NOTICE} ${text}.` : text));
    expect(await found(inMiddle)).toEqual({ boilerplate: 120 });
    const numbered = withTexts(({ text }, i) =>
      i % 10 === 0
        ? `${text}. Downloaded by user ${i} of a library on day ${i * 7} for use by that person alone.`
        : text,
    );
    expect(await found(numbered)).toEqual({ boilerplate: 30 });
    expect(
      await found(withTexts(({ text }, i) => (i % 5 < 1 ? `${text}. ${NOTICE} ${text}.` : text))),
    ).toEqual({});
  });

  it('is none in a few documents', async () => {
    expect(await found(withTexts(({ text }, i) => (i < 3 ? `${text}. ${NOTICE}` : text)))).toEqual({});
  });
});
