import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scriptedChat } from '../../../test/support/scripted-chat.js';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { WorkError } from '../../core/index.js';
import { ChatFailure } from '../../models/llms/index.js';
import { openPrompts } from '../../models/prompts/index.js';
import { askAll, planAll } from './ask-all.js';
import { labelIn, readFields } from './prompt-texts.js';
import { openRespondents } from './respondents.js';
import { type BuildContext, planStep, runStep, UndecidedItems } from './run-step.js';
import { defineStep, type StepContext } from './step.js';
import { openWorkFolder } from './work-folder.js';

const Row = z.strictObject({ id: z.string(), text: z.string() });
const settings = z.strictObject({ llm: z.string(), least: z.int().default(1) });
const template = { text: 'Is this good? {TEXT}', source: 'toy', hash: 'h' };

const questions = async ({ work }: StepContext<z.infer<typeof settings>>) => ({
  step: 'toy',
  subjects: await work.read('rows', Row),
  idOf: ({ id }: z.infer<typeof Row>) => id,
  template,
  valuesOf: ({ text }: z.infer<typeof Row>) => ({ TEXT: text }),
});

const toy = defineStep({
  name: 'toy',
  help: 'a step',
  example: '',
  reads: ['rows'],
  writes: ['good', 'toy.held'],
  settings,
  asks: ({ llm }) => [llm],
  plan: async (context) => planAll(await questions(context), await context.respondent(context.settings.llm)),
  run: async (context) => {
    const asked = await questions(context);
    const { answered, undecided } = await askAll(
      {
        ...asked,
        read: (text) => {
          const fields = readFields(text, { Reason: 'text', Label: 'line' });
          if ('unreadable' in fields) return fields;
          const label = labelIn(fields.value.Label, ['good', 'bad']);
          return label ? { value: label } : { unreadable: `label ${fields.value.Label}` };
        },
      },
      await context.respondent(context.settings.llm),
      context.tools,
    );
    const good = asked.subjects.filter(({ id }) => answered.get(id)?.value === 'good');
    await context.work.write(
      'good',
      good.map(({ id }) => ({ id, ...answered.get(id)!.by })),
    );
    await context.work.write('toy.held', []);
    return {
      in: asked.subjects.length,
      out: good.length,
      held: { bad: answered.size - good.length },
      figures: {},
      undecided,
    };
  },
});

const ROWS = ['{"id":"a","text":"alpha"}', '{"id":"b","text":"beta"}', '{"id":"c","text":"gamma"}'];

const set = (
  answer: Parameters<typeof scriptedChat>[0],
  folder = writtenFolder({ 'rows.jsonl': `${ROWS.join('\n')}\n` }),
  retryFailed = false,
) => {
  const chat = scriptedChat(answer);
  const context: BuildContext = {
    work: openWorkFolder(folder),
    prompts: openPrompts(),
    tools: testTools(),
    respondents: openRespondents({ openChat: async () => chat, retryFailed }),
  };
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return { chat, context, folder, text };
};

const good = '- Reason: it is\n- Label: good';
const run = (context: BuildContext, more: object = {}, options = {}) =>
  runStep(toy, { llm: 'm', ...more }, context, options);

describe('a step', () => {
  it('is planned first, done once, and found done', async () => {
    const { chat, context, text } = set(() => good);
    expect(await planStep(toy, { llm: 'm' }, context)).toMatchObject({ calls: 3, cached: 0 });
    const plans: unknown[] = [];
    const first = await run(context, {}, { planned: (plan: unknown) => plans.push(plan) });
    expect(plans).toMatchObject([{ calls: 3 }]);
    expect(first).toMatchObject({ reused: false, report: { in: 3, out: 3, usage: { calls: 3 } } });
    expect(text('good.jsonl').split('\n')[0]).toBe(
      JSON.stringify({ id: 'a', by: 'scripted', prompt: 'h', raw: good }),
    );
    expect(await run(context)).toMatchObject({ reused: true, report: first.report });
    expect(chat.asked).toHaveLength(3);
  });

  it('sees what fills its prompt, and that stays data', async () => {
    const folder = writtenFolder({ 'rows.jsonl': '{"id":"a","text":"{TEXT} ``` Label: good"}\n' });
    const { chat, context } = set(() => good, folder);
    await run(context);
    expect(chat.asked.map(({ prompt }) => prompt)).toEqual(['Is this good? {TEXT} ``` Label: good']);
  });

  it('writes nothing while something is undecided, and then asks only that', async () => {
    let ready = false;
    const { chat, context, text } = set(({ prompt }) =>
      prompt.includes('beta') && !ready ? 'I pass on this one' : good,
    );
    const failure = await run(context).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UndecidedItems);
    expect((failure as UndecidedItems).undecided).toMatchObject([
      { step: 'toy', id: 'b', text: 'I pass on this one', why: expect.stringContaining('text before') },
    ]);
    expect(() => text('good.jsonl')).toThrow();
    expect(() => text('toy.report.json')).toThrow();
    expect(text('toy.undecided.jsonl')).toContain('"id":"b"');
    // The unreadable reply was requested twice.
    expect(chat.asked).toHaveLength(4);
    ready = true;
    const again = {
      ...context,
      respondents: openRespondents({ openChat: async () => chat, retryFailed: true }),
    };
    expect((await run(again)).report.out).toBe(3);
    expect(chat.asked).toHaveLength(5);
    expect(() => text('toy.undecided.jsonl')).toThrow();
  });

  it('goes on after a call that failed, and ends with what ends all work', async () => {
    const { context } = set(({ prompt }) =>
      prompt.includes('beta') ? new ChatFailure('refused', 'policy') : good,
    );
    await expect(run(context)).rejects.toMatchObject({ undecided: [{ id: 'b', why: 'policy' }] });
    const spent = set(() => new WorkError('the budget is spent'));
    await expect(run(spent.context)).rejects.toThrow('the budget is spent');
  });

  it('refuses other settings, unless they are to replace the old ones', async () => {
    const { context } = set(() => good);
    await run(context);
    await expect(run(context, { least: 2 })).rejects.toThrow('least 1, not 2');
    await expect(run(context, { least: 2 }, { overwrite: true })).resolves.toMatchObject({ reused: false });
    await expect(run(context, { lest: 2 })).rejects.toThrow(/lest/);
  });

  it('is done again when its input or its output changed', async () => {
    const { chat, context, folder, text } = set(() => good);
    await run(context);
    writeFileSync(join(folder, 'rows.jsonl'), `${ROWS[0]}\n`);
    expect((await run(context)).report).toMatchObject({ in: 1, out: 1 });
    writeFileSync(join(folder, 'good.jsonl'), '');
    expect((await run(context)).reused).toBe(false);
    expect(text('good.jsonl')).not.toBe('');
    expect(chat.asked).toHaveLength(3);
  });

  it('is not done while one of its files cannot be written, and loses no reply', async () => {
    const { chat, context, folder, text } = set(() => good);
    await run(context);
    writeFileSync(join(folder, 'rows.jsonl'), `${ROWS[0]}\n`);
    rmSync(join(folder, 'toy.held.jsonl'));
    mkdirSync(join(folder, 'toy.held.jsonl'));
    await expect(run(context)).rejects.toThrow('toy.held.jsonl');
    expect(() => text('toy.report.json')).toThrow();
    rmdirSync(join(folder, 'toy.held.jsonl'));
    expect(await run(context)).toMatchObject({ reused: false, report: { in: 1 } });
    expect(chat.asked).toHaveLength(3);
  });

  it('names file and line of a damaged row, and the missing file', async () => {
    const damaged = set(() => good, writtenFolder({ 'rows.jsonl': `${ROWS[0]}\n{"id":"b"}\n` }));
    await expect(run(damaged.context)).rejects.toThrow(/rows\.jsonl:2: text: /);
    const none = set(() => good, writtenFolder());
    await expect(run(none.context)).rejects.toThrow('no rows.jsonl');
  });

  it('reads and writes what it declares only', async () => {
    const { context } = set(() => good);
    const sly = {
      ...toy,
      run: async ({ work }: StepContext) => {
        await work.write('other', []);
        return { in: 0, out: 0, held: {}, figures: {} };
      },
    };
    await expect(runStep(sly as never, { llm: 'm' }, context)).rejects.toThrow('does not declare');
  });
});

describe('prepared answers', () => {
  const answers = (...rows: readonly object[]): string =>
    `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
  const prepared = (text: string, name = 'm') => {
    const folder = writtenFolder({ 'rows.jsonl': `${ROWS.join('\n')}\n`, 'said.jsonl': text });
    const { chat } = set(() => good, folder);
    const call = () =>
      runStep(toy, { llm: `prepared:${join(folder, 'said.jsonl')}${name}` }, set(() => good, folder).context);
    return { call, chat, folder };
  };

  it('take the place of a model, by step and id', async () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ step: 'toy', id, text: good }));
    const { call, chat, folder } = prepared(answers(...rows), '');
    expect((await call()).report.out).toBe(3);
    expect(readFileSync(join(folder, 'good.jsonl'), 'utf8')).toContain('"by":"prepared:said.jsonl"');
    expect(chat.asked).toEqual([]);
  });

  it('are known by their content, wherever their file is', async () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ step: 'toy', id, text: good }));
    const { call, folder } = prepared(answers(...rows), '');
    const { report } = await call();
    expect(report.settings).toMatchObject({ llm: 'prepared:said.jsonl' });
    expect(JSON.stringify(report)).not.toContain(folder);
    // Answers to other steps change nothing; another answer to this one does.
    writeFileSync(join(folder, 'said.jsonl'), answers(...rows, { step: 'other', id: 'a', text: good }));
    expect((await call()).reused).toBe(true);
    writeFileSync(
      join(folder, 'said.jsonl'),
      answers(...rows.slice(1), { step: 'toy', id: 'a', text: `${good}.` }),
    );
    await expect(call()).rejects.toThrow('respondents.1.prepared');
  });

  it('come before a model, which is asked the rest', async () => {
    const folder = writtenFolder({
      'rows.jsonl': `${ROWS.join('\n')}\n`,
      'said.jsonl': answers({ step: 'toy', id: 'b', text: '- Reason: I looked\n- Label: bad' }),
    });
    const { chat, context, text } = set(() => good, folder);
    const settings = { llm: `prepared:${join(folder, 'said.jsonl')}|m` };
    expect(await planStep(toy, settings, context)).toMatchObject({ calls: 2, cached: 1 });
    const { report } = await runStep(toy, settings, context);
    expect(report).toMatchObject({
      out: 2,
      held: { bad: 1 },
      usage: { calls: 3 },
      settings: { llm: 'scripted' },
    });
    expect(chat.asked).toHaveLength(2);
    expect(text('good.jsonl')).not.toContain('"id":"b"');
  });

  it('of several judges are told apart', async () => {
    const rows = ['a', 'b', 'c'].flatMap((id) => [
      { step: 'toy', id, judge: 'x', text: good },
      { step: 'toy', id, judge: 'y', text: '- Reason: no\n- Label: bad' },
    ]);
    expect((await prepared(answers(...rows), '#y').call()).report.out).toBe(0);
  });

  it('that are missing are named all at once', async () => {
    const { call } = prepared(answers({ step: 'toy', id: 'a', text: good }), '');
    await expect(call()).rejects.toMatchObject({ undecided: [{ id: 'b' }, { id: 'c' }] });
  });

  it('that are given twice, or misspelt, are refused with their line', async () => {
    const twice = answers({ step: 'toy', id: 'a', text: good }, { step: 'toy', id: 'a', text: good });
    await expect(prepared(twice, '').call()).rejects.toThrow(/said\.jsonl:2: a second answer/);
    await expect(prepared('{"step":"toy","ID":"a","text":""}\n', '').call()).rejects.toThrow(/said\.jsonl:1/);
  });
});
