import { expect, it } from 'vitest';
import { madeTask } from '../../../../test/support/made-task.js';
import { type CollectionText, collectionOfTask } from './collection.js';

it('collectionOfTask has queries, documents with their titles, and answers, as often as they are read', async () => {
  const task = madeTask({
    documents: [
      { id: 'd1', text: 'Urate crystals.', title: 'Gout' },
      { id: 'd1', text: 'The same id again.' },
    ],
    queries: [{ id: 'q1', text: 'A painful toe?' }],
    judgements: [['q1', 'd1', 1]],
  });
  const labels = new Map([
    ['q1', { answer: 'Gout' }],
    ['q2', { bodySystem: 'Skeletal' }],
  ]);
  const { name, parts } = collectionOfTask({ ...task, labels });
  const read = async (): Promise<readonly (readonly [string, readonly CollectionText[]])[]> =>
    Promise.all(
      parts.map(async ({ role, read }) => {
        const all: CollectionText[] = [];
        for await (const text of read()) all.push(text);
        return [role, all] as const;
      }),
    );
  expect(name).toBe('Made');
  expect(await read()).toEqual([
    ['queries', [{ id: 'q1', text: 'A painful toe?' }]],
    [
      'documents',
      [
        { id: 'd1', text: 'Gout\nUrate crystals.' },
        { id: 'd1', text: 'The same id again.' },
      ],
    ],
    ['answers', [{ id: 'q1', text: 'Gout' }]],
  ]);
  expect(await read()).toEqual(await read());
});
