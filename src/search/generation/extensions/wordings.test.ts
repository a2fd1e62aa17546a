import { describe, expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, queryId } from '../../../core/index.js';
import type { Reply } from '../../../models/llms/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { bm25 } from '../../retrieval/index.js';
import type { GenerationMethod } from '../generation-method.js';
import { diagnose } from './diagnose.js';
import { feedback } from './feedback.js';

const CASES = ['PMC-Clinical', 'IIYi-Clinical'];
const UNITS = {
  Post: ['Biology', 'Bioinformatics', 'Medical-Sciences'],
  Exam: ['MedXpertQA-Exam', 'MedQA-Diag'],
  Case: ['PMC-Treatment', ...CASES],
  Question: ['a task of your own'],
};
const rows = Object.entries(UNITS).flatMap(([label, tasks]) => tasks.map((task) => ({ task, label })));

const CORPUS = corpusOf('k', [
  { id: 'a', text: 'toe pain' },
  { id: 'b', text: 'gout' },
]);
const REPLY: Reply = {
  text: '',
  finish: 'stop',
  tokensIn: 1,
  tokensOut: 1,
  estimated: false,
  raw: {},
  ms: 1,
};

/** Everything a method says to a model that gives these answers. */
const said = async (method: GenerationMethod, ...answers: string[]): Promise<readonly string[]> => {
  const prompts: string[] = [];
  const open = await method.open(CORPUS, testTools());
  await open.write({ id: queryId('q'), text: 'my toe' }, async (messages) => {
    prompts.push(messages.at(-1)!.content);
    return { ...REPLY, text: answers[prompts.length - 1]! };
  });
  return prompts;
};

const everything = async (task: string) => {
  const prompts = openPrompts();
  const [list, passage] = await said(diagnose({ prompts, task, candidates: 1 }), '1. Gout: pain', 'x');
  const [, alone] = await said(diagnose({ prompts, task }), 'nothing', 'x');
  const reading = feedback({ prompts, task, retriever: bm25(), documents: 1 });
  const [first, refine] = await said(reading, 'a draft on gout', 'x');
  return { list, passage, alone, first, refine } as Record<string, string>;
};

describe.each(rows)('the prompts for $task', ({ task, label }) => {
  it('have all their places filled, and the query under its label', async () => {
    for (const prompt of Object.values(await everything(task))) {
      expect(prompt).not.toMatch(/\{[A-Z]+\}/);
      expect(prompt).toContain(`\n${label}: my toe`);
    }
  });

  it('ask for a similar case where cases are searched for, for a passage elsewhere', async () => {
    const { passage, alone, first, refine } = await everything(task);
    const isCase = CASES.includes(task);
    for (const prompt of [passage, alone])
      expect(prompt!.endsWith(isCase ? 'Similar Case:' : 'Passage:')).toBe(true);
    for (const prompt of [first, refine])
      expect(prompt).toContain(isCase ? '\nCases found: \n[1]. ' : '\nPassages found: \n[1]. ');
  });
});

it('the list is requested in the form that is read', async () => {
  const { list } = await everything('Biology');
  expect(list).toContain('\n1. name: reason\n2. name: reason\n');
});
