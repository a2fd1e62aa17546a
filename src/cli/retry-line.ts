import { shellWord, WorkError } from '../core/index.js';

const RETRY = '--retry-failed';

/** What a verb ends with when a language model left texts unwritten. */
export const textsLacking = (count: number, words: readonly string[]): WorkError =>
  new WorkError(
    `${count} ${count > 1 ? 'texts were' : 'text was'} not written; a query without any is searched as it stands`,
    retryLine(words),
  );

/** The command that asks again for what failed, and only for that: everything else is kept. */
export const retryLine = (words: readonly string[]): string =>
  ['r2med', ...words.filter((word) => word !== RETRY && word !== '--overwrite').map(shellWord), RETRY].join(
    ' ',
  );
