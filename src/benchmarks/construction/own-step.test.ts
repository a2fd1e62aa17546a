import { expect, it } from 'vitest';
import { z } from 'zod';
import { examItem } from '../../../test/support/construction.js';
import { testTools } from '../../../test/support/tools.js';
import { jsonl, writtenFolder } from '../../../test/support/written-folder.js';
import { openPrompts } from '../../models/prompts/index.js';
import {
  defineStep,
  estimatePlan,
  openRespondents,
  openWorkFolder,
  readBuildPlan,
  runBuildPlan,
  runStep,
  stepStatuses,
  constructionSteps as steps,
} from './index.js';

const count = defineStep({
  name: 'count',
  help: 'count the items',
  example: '',
  reads: ['items'],
  writes: ['counted'],
  settings: z.strictObject({ unit: z.string().default('items') }),
  run: async ({ work, settings: { unit } }) => {
    const items = await work.read('items', { parse: (row) => row });
    await work.write('counted', [{ [unit]: items.length }]);
    return { in: items.length, out: 1, held: {}, figures: {} };
  },
});

const made = (plan: string) => {
  const folder = writtenFolder({ 'plan.yaml': plan, 'work/items.jsonl': jsonl(examItem()) });
  const work = openWorkFolder(`${folder}/work`);
  const context = { work, prompts: openPrompts(), tools: testTools(), respondents: openRespondents() };
  return { plan: `${folder}/plan.yaml`, work, context };
};

const stateIn = async (...of: Parameters<typeof stepStatuses>) =>
  (await stepStatuses(...of)).find(({ step }) => step === 'count')?.state;

it('a step of another program is planned, done, estimated and listed like ours', async () => {
  const { plan: file, work, context } = made('steps: { count: { unit: questions } }\n');
  const all = [...steps, count];
  const plan = await readBuildPlan(file, all);
  expect(await estimatePlan(plan, context)).toEqual([{ step: 'count', state: 'open', atMost: false }]);
  const [run] = await runBuildPlan(plan, context);
  expect(run).toMatchObject({ reused: false, report: { step: 'count', in: 1, out: 1 } });
  expect(await work.read('counted', { parse: (row) => row })).toEqual([{ questions: 1 }]);
  expect(await estimatePlan(plan, context)).toEqual([{ step: 'count', state: 'done', atMost: false }]);
  expect(await stateIn(work, all)).toBe('done');
  await work.write('items', [examItem({ id: 'q2' })]);
  expect(await stateIn(work, all)).toBe('stale');
  expect(await estimatePlan(plan, context)).toEqual([{ step: 'count', state: 'open', atMost: false }]);
});

it('a step of another program that has the name of one of ours takes its place', async () => {
  const { plan: file, context } = made('steps: { classify: { unit: questions } }\n');
  const own = { ...count, name: 'classify' };
  const plan = await readBuildPlan(
    file,
    steps.map((step) => (step.name === 'classify' ? own : step)),
  );
  await runBuildPlan(plan, context);
  await context.work.remove('counted');
  expect(await estimatePlan(plan, context)).toEqual([{ step: 'classify', state: 'open', atMost: false }]);
});

it('without models only prepared answers can be asked', async () => {
  const [classify] = steps.filter(({ name }) => name === 'classify');
  await expect(runStep(classify!, { llm: 'gpt4' }, made('').context)).rejects.toThrow('the model "gpt4"');
});
