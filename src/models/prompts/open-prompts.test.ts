import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Files, writtenFolder } from '../../../test/support/written-folder.js';
import { InputError } from '../../core/index.js';
import { openPrompts } from './open-prompts.js';

const withFiles = (files: Files) => openPrompts({ folder: writtenFolder(files) });

describe('the package’s prompts', () => {
  const prompts = openPrompts();

  it('are worded for a task, and in general for every other', () => {
    expect(prompts.template('hyde', 'Biology')).toMatchObject({
      text: 'Please write a passage to help answer the Biology post.\nPost: {TEXT}\nPassage: ',
      source: join('data', 'prompts', 'hyde', 'Biology.txt'),
    });
    const other = prompts.template('hyde', 'my-notes');
    expect(other.source).toBe(join('data', 'prompts', 'hyde', 'default.txt'));
    expect(other.text).toContain('{TEXT}');
  });

  it('are told apart by a hash of their words', () => {
    const hash = (task: string) => prompts.template('hyde', task).hash;
    expect(hash('MedQA-Diag')).toBe(hash('MedXpertQA-Exam'));
    expect(hash('MedQA-Diag')).not.toBe(hash('Biology'));
  });

  it('have names, and an unknown one is an error that lists them and names its file', () => {
    expect(() => prompts.template('hydee', 'Biology')).toThrow(InputError);
    expect(() => prompts.template('hydee', 'Biology')).toThrow(/"hydee".*hyde, .*\n.*did you mean "hyde"/);
    expect(() => prompts.template('build-shorten', 'default')).toThrow(
      /^data\/prompts\/build-shorten\/default\.txt: no prompt "build-shorten"; /,
    );
  });

  it('never come from outside their folder, whatever a task is called', () => {
    const other = prompts.template('query2doc', 'my-notes');
    for (const task of ['../hyde/Biology', 'examples/Biology', '/etc/passwd', '__proto__', 'constructor', ''])
      expect(prompts.template('query2doc', task)).toEqual(other);
  });
});

describe('a user’s prompts', () => {
  it('come before the package’s, each file by itself', () => {
    const prompts = withFiles({ 'hyde/Biology.txt': 'Mine: {TEXT}', 'system/default.txt': 'Be brief.' });
    expect(prompts.template('hyde', 'Biology').text).toBe('Mine: {TEXT}');
    expect(prompts.template('hyde', 'MedQA-Diag')).toEqual(openPrompts().template('hyde', 'MedQA-Diag'));
    expect(prompts.template('lamer', 'Biology')).toEqual(openPrompts().template('lamer', 'Biology'));
    expect(prompts.template('system', 'Biology').text).toBe('Be brief.');
  });

  it('for all tasks come before the package’s for one', () => {
    const prompts = withFiles({
      'hyde/default.txt': 'All: {TEXT}',
      'hyde/IIYi-Clinical.txt': 'Case: {TEXT}',
    });
    expect(prompts.template('hyde', 'Biology').text).toBe('All: {TEXT}');
    expect(prompts.template('hyde', 'IIYi-Clinical').text).toBe('Case: {TEXT}');
  });

  it('say which file they are from', () => {
    const folder = writtenFolder({ 'hyde/mine.txt': '{TEXT}' });
    expect(openPrompts({ folder }).template('hyde', 'mine').source).toBe(join(folder, 'hyde', 'mine.txt'));
  });

  it('keep every space but one newline at the end, carriage returns and a byte order mark', () => {
    const text = (content: string) => withFiles({ 'hyde/T.txt': content }).template('hyde', 'T').text;
    expect(text(' {TEXT}\nPassage: ')).toBe(' {TEXT}\nPassage: ');
    expect(text(' {TEXT}\nPassage: \n')).toBe(' {TEXT}\nPassage: ');
    expect(text('{TEXT}\n\n')).toBe('{TEXT}\n');
    expect(text('\ufeff{TEXT}\r\nPassage: \r\n')).toBe('{TEXT}\nPassage: ');
    expect(text('{TEXT}\rx')).toBe('{TEXT}\rx');
  });

  it('with a place that nothing fills are an error at its line', () => {
    const folder = writtenFolder({ 'query2doc/default.txt': 'Examples:\n{EXAMPLE}\n{TEXT} {EXAMPLES}' });
    expect(() => openPrompts({ folder })).toThrow(InputError);
    expect(() => openPrompts({ folder })).toThrow(
      `${join(folder, 'query2doc', 'default.txt')}:2: an unknown place {EXAMPLE}; expected the places {EXAMPLES}, {TEXT}`,
    );
  });

  it('without a place that the method needs are an error', () => {
    expect(() => withFiles({ 'hyde/Biology.txt': 'Answer {text}!' })).toThrow(
      /hyde.Biology\.txt: no place \{TEXT\}; expected the places \{TEXT\}\n {2}Fix: write \{TEXT\} where/,
    );
    expect(() => withFiles({ 'lamer/Biology.txt': 'Answer {TEXT}!' })).toThrow('no place {PASSAGE}');
  });

  it('that are values hold whatever braces they like', () => {
    const block = 'Post: {TEXT} {PASSAGE} {x}\nPassage: {EXAMPLES}';
    const prompts = withFiles({ 'query2doc/examples/Biology.txt': block });
    expect(prompts.template('query2doc/examples', 'Biology').text).toBe(block);
  });

  it('under a name that does not exist are an error, as they would never be used', () => {
    expect(() => withFiles({ 'Hyde/Biology.txt': '{TEXT}' })).toThrow(/an unknown prompt "Hyde".*hyde, /);
    expect(() => withFiles({ 'Biology.txt': '{TEXT}' })).toThrow('a prompt outside any folder');
  });

  it('for a task spelt in another case are an error when that task is asked for', () => {
    const prompts = withFiles({ 'hyde/biology.txt': '{TEXT}' });
    expect(() => prompts.template('hyde', 'Biology')).toThrow(
      /"biology", but the task is called "Biology"\n {2}Fix: call the file Biology\.txt/,
    );
    expect(prompts.template('hyde', 'MedQA-Diag').text).toContain('{TEXT}');
  });

  it('may stand beside files that are no prompts', () => {
    expect(() => withFiles({ 'README.md': '# {X}', 'hyde/notes.md': '', '.hidden': '' })).not.toThrow();
  });

  it('that are not UTF-8 are an error with the file', () => {
    expect(() => withFiles({ 'hyde/T.txt': Buffer.from('{TEXT} Gr\xf6\xdfe', 'latin1') })).toThrow(
      /T\.txt: bytes that are not UTF-8; expected UTF-8 text\n {2}Fix: save the file as UTF-8/,
    );
    expect(() => withFiles({ 'hyde/T.txt': Buffer.from('\ufeff{TEXT}', 'utf16le') })).toThrow('not UTF-8');
  });

  it('that cannot be read are an error with the name', () => {
    const missing = join(writtenFolder(), 'missing');
    expect(() => openPrompts({ folder: missing })).toThrow(`${missing}: it cannot be read (ENOENT)`);
    const file = join(writtenFolder({ 'x.txt': '' }), 'x.txt');
    expect(() => openPrompts({ folder: file })).toThrow(InputError);
    const folder = writtenFolder({});
    mkdirSync(join(folder, 'hyde', 'Biology.txt'), { recursive: true });
    expect(() => openPrompts({ folder })).toThrow(/Biology\.txt: it cannot be read \(EISDIR\)/);
  });
});
