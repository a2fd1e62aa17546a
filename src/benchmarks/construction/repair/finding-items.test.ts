import { join } from 'node:path';
import { expect, it } from 'vitest';
import { madeTask } from '../../../../test/support/made-task.js';
import { jsonl, writtenFolder } from '../../../../test/support/written-folder.js';
import { reviewQuestion } from '../review/questions.js';
import { findingItems } from './finding-items.js';
import { REPAIRS } from './repair-row.js';

const HOSTILE = '<img src=x onerror=alert(1)> **bold**';
const MANY = Array.from({ length: 12 }, (_, i) => `d${i}`);
const task = madeTask({
  documents: MANY.map((id) => ({ id, text: `text of ${id}`, ...(id === 'd1' && { title: 'Title' }) })),
  queries: [{ id: 'q1', text: HOSTILE }],
  judgements: [['q1', 'lost', 1]],
});

const finding = (more: object) => ({ task: 'Made', check: 'leakage', severity: 'note', ...more });

const itemsOf = (findings: readonly object[], checks?: readonly string[]) =>
  findingItems(join(writtenFolder({ 'f.jsonl': jsonl(...findings) }), 'f.jsonl'), [task], checks);

it('the question has every action, and a label for each', () => {
  expect(reviewQuestion('action').choices.map(({ value }) => value)).toEqual([...REPAIRS]);
});

it.each([
  [{ documents: ['d1', 'd2'] }, ['merge', 'drop', 'mask', 'keep']],
  [{ documents: ['d1'] }, ['drop', 'mask', 'keep']],
  [{ query: 'q1' }, ['drop', 'mask', 'keep']],
  [{ query: 'q1', documents: ['d1'] }, ['drop', 'mask', 'relevant', 'not-relevant', 'unjudged', 'keep']],
])('of a finding about %j the choices are %j, with a reason', async (about, choices) => {
  const { items } = await itemsOf([finding(about)]);
  expect(items[0]!.questions).toMatchObject([
    { reason: 'required', choices: choices.map((value) => ({ value })) },
  ]);
  expect(items[0]!.questions[0]!.choices).toHaveLength(choices.length);
});

it('shows what was found and the texts as they are; findings about the same are one item', async () => {
  const about = { query: 'q1', documents: ['d1', 'lost'] };
  const { items, leftOut } = await itemsOf([
    finding({ ...about, detail: HOSTILE, there: 'other: 7' }),
    finding({ ...about, detail: 'again' }),
    finding({ detail: 'about nothing' }),
  ]);
  expect(leftOut).toBe(1);
  expect(items).toMatchObject([
    {
      ...{ step: 'repair', group: 'leakage' },
      texts: [
        { label: 'Finding', text: `leakage (note)\n\n${HOSTILE}\nother: 7\nagain` },
        { label: 'Query q1', text: HOSTILE },
        { label: 'Document d1', text: 'Title\ntext of d1' },
        { label: 'Document lost', text: 'Only judgements name it: the task has no such text.' },
      ],
    },
  ]);
});

it('shows ten documents of a cluster, and says how many there are besides', async () => {
  const [item] = (await itemsOf([finding({ documents: MANY })])).items;
  expect(item!.texts).toHaveLength(11);
  expect(item!.texts[0]!.text).toContain('2 more documents are not shown');
});

it('is limited to checks', async () => {
  const all = [finding({ query: 'q1' }), finding({ check: 'markup', documents: ['d2'] })];
  expect((await itemsOf(all, ['markup'])).items).toMatchObject([{ group: 'markup' }]);
  await expect(itemsOf(all, ['mark-up'])).rejects.toThrow('markup');
  await expect(itemsOf(all, ['near-duplicates'])).rejects.toThrow('no finding to review among 2');
});

it.each([
  ['no lines', [], 'f.jsonl: no finding to review among 0'],
  ['a line that is none', [{ task: 'Made' }], 'f.jsonl:1: check: missing'],
  [
    'an unknown document',
    [finding({ documents: ['d1', 'x'] })],
    'f.jsonl:1: a finding of leakage about Document x, which is not in --data',
  ],
  ['an unknown query', [finding({ query: 'q9' })], 'a finding of leakage about Query q9'],
  [
    'another task',
    [finding({ query: 'q1' }), finding({ task: 'Other', query: 'q1' })],
    'f.jsonl:2: a finding of leakage about task Other',
  ],
])('refuses %s, with a fix', async (_, findings, said) => {
  await expect(itemsOf(findings)).rejects.toThrow(said);
});
