import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../test/support/written-folder.js';
import { InputError } from '../core/index.js';
import {
  type AnswerRecord,
  answersFile,
  mustContinueAnswers,
  mustContinueCitations,
  writeAnswers,
  writeCitations,
} from './answer-files.js';

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
    expect(JSON.parse(readFileSync(join(folder, 'answers.stern.json'), 'utf8'))).toEqual({
      ...record,
      seal: { lines: [expect.any(String), expect.any(String)], record: expect.any(String) },
    });
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

  it('that were changed are refused with their line, and so is a changed record', async () => {
    const folder = await written();
    const [file, recordIn] = [answersFile(folder, 'stern'), join(folder, 'answers.stern.json')];
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.replace('a\\nb', 'right'));
    await expect(mustContinueAnswers(folder, record)).rejects.toThrow(/:2.*a line that was changed/);
    writeFileSync(file, whole.split('\n')[0]!);
    await expect(mustContinueAnswers(folder, record)).rejects.toThrow('1 of 2 lines');
    writeFileSync(file, whole);
    writeFileSync(recordIn, readFileSync(recordIn, 'utf8').replace('"wrong": 1', '"wrong": 0'));
    await expect(mustContinueAnswers(folder, record)).rejects.toThrow('a record that was changed');
  });

  it('about citations are sealed likewise', async () => {
    const folder = writtenFolder();
    await writeCitations(folder, [{ id: 'q1', supported: false }], 'stern');
    await expect(mustContinueCitations(folder, 'stern')).resolves.toBeUndefined();
    writeFileSync(join(folder, 'citations.stern.jsonl'), '{"id":"q1","supported":true}\n');
    await expect(mustContinueCitations(folder, 'stern')).rejects.toThrow('a line that was changed');
    await expect(mustContinueCitations(folder)).resolves.toBeUndefined();
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
