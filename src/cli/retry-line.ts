import { commandLine, WorkError } from '../core/index.js';

const RETRY = '--retry-failed';

/** What a verb ends with when a language model left texts unwritten. */
export const textsLacking = (count: number, words: readonly string[]): WorkError =>
  new WorkError(
    `${count} ${count > 1 ? 'texts were' : 'text was'} not generated; a query without any text is searched without expansion`,
    retryLine(words),
  );

/** The command that makes the failed calls again, and only those: everything else is cached. */
export const retryLine = (words: readonly string[]): string => commandLine(...withoutAgain(words), RETRY);

/** The command that makes everything again with room for so many new tokens per call. */
export const moreTokensLine = (words: readonly string[], tokens: number): string =>
  commandLine(...withoutFlag(withoutAgain(words), MORE), MORE, String(tokens), '--overwrite');

const MORE = '--max-tokens';

const withoutAgain = (words: readonly string[]): readonly string[] =>
  words.filter((word) => word !== RETRY && word !== '--overwrite');

/** Without a flag and its value. */
export const withoutFlag = (words: readonly string[], flag: string): readonly string[] =>
  words.filter((word, i) => word !== flag && words[i - 1] !== flag && !word.startsWith(`${flag}=`));
