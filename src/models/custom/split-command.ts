import { InputError } from '../../core/index.js';

/** Words a shell would act on; here they would silently become arguments. */
const SHELL_WORDS = new Set(['|', '||', '&', '&&', ';', '<', '<<', '>', '>>', '2>', '2>&1', '&>']);

/** In double quotes a backslash keeps its meaning before these (POSIX, Shell Command Language 2.2.3). */
const ESCAPED_IN_QUOTES = '$`"\\';

/**
 * Splits a command into words as a POSIX shell does, without being one: quotes and backslashes group characters, and
 * nothing else means anything, so no variable, pattern or operator is ever carried out.
 */
export const splitCommand = (command: string): readonly string[] => {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  const finish = (): void => {
    if (word === undefined) return;
    if (!quoted && SHELL_WORDS.has(word)) throw shellWord(command, word);
    words.push(word);
    word = undefined;
    quoted = false;
  };
  for (let i = 0; i < command.length; i++) {
    const mark = command[i]!;
    if (' \t\n\r'.includes(mark)) {
      finish();
    } else if (mark === "'" || mark === '"') {
      const { text, end } = quotation(command, i);
      word = (word ?? '') + text;
      quoted = true;
      i = end;
    } else if (mark === '\\' && i + 1 < command.length) {
      word = (word ?? '') + command[++i]!;
      quoted = true;
    } else {
      word = (word ?? '') + mark;
    }
  }
  finish();
  if (words.length === 0 || words[0] === '')
    throw new InputError({
      found: `a command without a program: "${command}"`,
      expected: 'command:"PROGRAM ARGUMENT …"',
      fix: 'write command:"python3 model.py"',
    });
  return words;
};

const quotation = (command: string, start: number): { readonly text: string; readonly end: number } => {
  const quote = command[start]!;
  let text = '';
  for (let i = start + 1; i < command.length; i++) {
    const mark = command[i]!;
    if (mark === quote) return { text, end: i };
    const next = command[i + 1];
    if (quote === '"' && mark === '\\' && next !== undefined && ESCAPED_IN_QUOTES.includes(next)) {
      text += next;
      i++;
    } else {
      text += mark;
    }
  }
  throw new InputError({
    found: `a quote ${quote} that is not closed in the command: ${command}`,
    fix: 'close the quote, or put a backslash before it',
  });
};

const shellWord = (command: string, word: string): InputError =>
  new InputError({
    found: `"${word}" in the command: ${command}`,
    expected: 'a program and its arguments: no shell reads the command',
    fix: `put the line into a script, or quote it: sh -c '…'`,
  });
