import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../test/support/written-folder.js';
import { InputError } from '../core/index.js';
import { type AnswerRecord, answersFile, mustContinueAnswers, writeAnswers } from './answer-files.js';

const record: AnswerRecord = {
  version: 1,
  method: 'hyde',
  llm: 'gpt4',
  judge: { name: 'stern', spec: { model: 'stern' }, reasoning: 'none' },
  prompt: { source: 'data/prompts/judge/default.txt', hash: 'p' },
  sampling: { temperature: 0 },
  texts: { hash: 't', reasoning: 'none' },
  task: { name: 'Tiny', suite: 'tests', revision: 'r', contentHash: 'c' },
  counts: { right: 1, wrong: 1 },
  usage: { calls: 2, tokensIn: 20, tokensOut: 10, estimated: 0 },
  provenance: { tool: 'r2med 0', at: '2026-11-15T00:00:00Z' },
};

const written = async (): Promise<string> => {
  const folder = writtenFolder();
  await writeAnswers(folder, [{ id: 'q1' }, { id: 'q2', modelAnswer: 'a\nb' }], record);
  return folder;
};

describe('the files of a judge', () => {
  it('hold a line per query and a record, under the name of the judge', async () => {
    const folder = await written();
    expect(readFileSync(answersFile(folder, 'stern'), 'utf8')).toBe(
      '{"id":"q1"}\n{"id":"q2","modelAnswer":"a\\nb"}\n',
    );
    expect(JSON.parse(readFileSync(join(folder, 'answers.stern.json'), 'utf8'))).toEqual(record);
  });

  it('may be written again with the same settings, wherever prompt and task now stand', async () => {
    const folder = await written();
    const moved = {
      ...record,
      prompt: { source: 'elsewhere.txt', hash: 'p' },
      task: { ...record.task, name: 'Other' },
    };
    await expect(mustContinueAnswers(folder, moved)).resolves.toBeUndefined();
  });

  it('of another judge, or none, stand in nobody’s way', async () => {
    const folder = await written();
    const judge = { ...record.judge, name: 'mild' };
    await expect(mustContinueAnswers(folder, { ...record, judge })).resolves.toBeUndefined();
  });

  it.each([
    ['judge', { judge: { ...record.judge, spec: { model: 'other' } } }],
    ['prompt', { prompt: { ...record.prompt, hash: 'x' } }],
    ['sampling', { sampling: { temperature: 1 } }],
    ['texts', { texts: { hash: 'x', reasoning: 'none' } }],
    ['task', { task: { ...record.task, contentHash: 'x' } }],
  ])('made with another %s are not replaced', async (part, change) => {
    const folder = await written();
    const error = await mustContinueAnswers(folder, { ...record, ...change }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain(`verdicts made with another ${part}\n`);
    expect(error.message).toContain('--overwrite');
  });

  it('that cannot be read are an error with a fix', async () => {
    const folder = await written();
    writeFileSync(join(folder, 'answers.stern.json'), '{"version": 1}');
    await expect(mustContinueAnswers(folder, record)).rejects.toThrow('a record that cannot be read');
  });
});
