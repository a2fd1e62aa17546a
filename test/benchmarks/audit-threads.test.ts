import { expect, it } from 'vitest';
import type * as audit from '../../src/benchmarks/audit/index.js';
import type * as node from '../../src/platform/node/index.js';
import { auditedTask, SOUND } from '../support/audited-task.js';
import { built } from '../support/built.js';
import { testTools } from '../support/tools.js';

const { workers } = await built<typeof node>('platform/node.js');
const { auditTask } = await built<typeof audit>('benchmarks/audit.js');

const words = (i: number): string =>
  Array.from({ length: 150 }, (_, j) => `f${(i * 7919 + j * 104_729) % 99_991}`).join(' ');

/** Five MB of text, enough for helpers to be called; every hundredth document names somebody. */
const documents = Array.from({ length: 5500 }, (_, i) => ({
  id: `n${i}`,
  text: `${words(i)} ${i % 100 === 99 ? 'Mr. Jonathan Baxter called 415-555-0132.' : ''}`,
}));

const audited = async (size: number) => {
  const task = auditedTask({ ...SOUND, documents: [...SOUND.documents, ...documents] });
  const tools = { ...testTools(), workers: workers(size) };
  return (await auditTask(task, tools, { parts: ['checks'] })).checks;
};

it('worker threads find what one thread finds, in the order of the corpus', async () => {
  const alone = await audited(1);
  expect(alone.find(({ name }) => name === 'personal-data')).toMatchObject({
    found: 55,
    examples: expect.arrayContaining([{ documents: ['n99'], detail: expect.any(String) }]),
  });
  expect(await audited(3)).toEqual(alone);
});
