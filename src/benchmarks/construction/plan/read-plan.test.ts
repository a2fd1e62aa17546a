import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writtenFolder } from '../../../../test/support/written-folder.js';
import { type BuildStep, defineStep } from '../step.js';
import { readBuildPlan } from './read-plan.js';

const step = (name: string, settings: z.ZodObject, paths: readonly string[] = []): BuildStep =>
  defineStep({
    name,
    help: '',
    example: '',
    reads: [],
    writes: [],
    settings,
    paths,
    run: async () => ({ in: 0, out: 0, held: {}, figures: {} }),
  });

const STEPS = [
  step('gather', z.strictObject({ mapping: z.array(z.string()) }), ['mapping']),
  step('sort', z.strictObject({ llm: z.string(), seed: z.int().default(1), least: z.int().default(1) })),
  step('grade', z.strictObject({ judges: z.array(z.string()), seed: z.int().default(1) })),
];

const PLAN = `
work: made
seed: 7
budget: { usd: 2.5 }
respondents:
  writer: { llm: gpt4 }
  first: { answers: answers/judges.jsonl, judge: a }
  both: { answers: own.jsonl, llm: gpt4 }
steps:
  grade: { judges: [first, claude, both], seed: 9 }
  sort: { llm: writer }
  gather: { mapping: [exam.yaml, sub/posts.yaml] }
`;

const read = async (text: string) => {
  const folder = writtenFolder({ 'plan.yaml': text });
  return { folder, plan: await readBuildPlan(join(folder, 'plan.yaml'), STEPS) };
};

/** What the error of a plan says. */
const refused = (text: string): Promise<string> =>
  read(text).then(
    () => 'accepted',
    (error: Error) => error.message,
  );

describe('a plan', () => {
  it('has its steps in the order of construction, with paths from its own folder and models by their names', async () => {
    const { folder, plan } = await read(PLAN);
    const at = (path: string): string => join(folder, path);
    expect(plan.work).toBe(at('made'));
    expect(plan.budget).toEqual({ usd: 2.5 });
    expect(plan.steps.map(({ step: { name }, settings }) => [name, settings])).toEqual([
      ['gather', { mapping: [at('exam.yaml'), at('sub/posts.yaml')] }],
      ['sort', { llm: 'gpt4', seed: 7 }],
      [
        'grade',
        {
          judges: [`prepared:${at('answers/judges.jsonl')}#a`, 'claude', `prepared:${at('own.jsonl')}|gpt4`],
          seed: 9,
        },
      ],
    ]);
  });

  it('does a step first that another needs by its settings', async () => {
    const [gather, sort] = [STEPS[0]!, { ...STEPS[1]!, reads: ['rows'], writes: ['sorted'] }];
    const needy = {
      ...sort,
      uses: ({ least }: { least: number }) => (least > 5 ? ['parts'] : []),
    } as unknown as BuildStep;
    const cut = { ...step('cut', z.strictObject({})), writes: ['parts'] };
    const names = async (least: number) => {
      const folder = writtenFolder({ 'plan.yaml': `steps: { cut: {}, sort: { llm: x, least: ${least} } }` });
      return (await readBuildPlan(join(folder, 'plan.yaml'), [gather, needy, cut])).steps.map(
        (each) => each.step.name,
      );
    };
    expect(await names(1)).toEqual(['sort', 'cut']);
    expect(await names(9)).toEqual(['cut', 'sort']);
  });

  it('is refused with the line of what is wrong', async () => {
    const steps = (text: string): string => `seed: 1\nsteps:\n  ${text}\n`;
    expect(await refused(steps('sortt: { llm: x }'))).toMatch(/plan\.yaml.*3[\s\S]*unknown "sortt"/);
    expect(await refused(steps('sort: { llm: x, leest: 2 }'))).toMatch(
      /plan\.yaml.*3[\s\S]*steps\.sort: unknown "leest"/,
    );
    expect(await refused(steps('sort: { llm: x, least: many }'))).toMatch(/steps\.sort\.least/);
    expect(await refused(steps('sort: { llm: x }\nbudget: { usd: 0 }'))).toMatch(
      /plan\.yaml.*4[\s\S]*budget\.usd/,
    );
    expect(await refused(steps('sort: {}'))).toMatch(/steps\.sort\.llm/);
    expect(await refused('seed: 1\nrespondents: { w: { model: x } }\nsteps: { sort: { llm: w } }')).toMatch(
      /plan\.yaml.*2[\s\S]*respondents\.w/,
    );
    expect(await refused('respondents: { w: {} }\nsteps: { sort: { llm: w } }')).toMatch(
      /neither "llm" nor "answers"/,
    );
    expect(await refused('seed: 1\nsteps: {}\n')).toMatch(/without steps/);
    expect(await refused('steps: [sort]\n')).toMatch(/steps/);
    expect(await refused('steps: {sort: [}\n')).toMatch(/YAML/);
  });

  it('suggests the name that was meant', async () => {
    const error = await read('steps:\n  sort: { llm: x, leest: 2 }\n').catch((each) => each);
    expect(JSON.stringify(error)).toContain('did you mean \\"least\\"');
  });
});
