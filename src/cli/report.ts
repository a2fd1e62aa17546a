import { InputError, Stopped, styled, WorkError } from '../core/index.js';
import { isFileError, readError, sayLine } from '../platform/node/index.js';

/** Prints what went wrong, once, on stderr. An unexpected error is printed with its stack. */
export const report = (thrown: unknown, env: NodeJS.ProcessEnv): void => {
  // A disk can fail anywhere; those who know what a file is for have said more.
  const error = isFileError(thrown) ? readError(thrown.path ?? 'an open file', thrown) : thrown;
  const foreseen = error instanceof InputError || error instanceof WorkError;
  const text =
    foreseen || !(error instanceof Error)
      ? String((error as Error)?.message ?? error)
      : (error.stack ?? error.message);
  const cause = env.R2MED_DEBUG && error instanceof Error && error.cause ? `\n${String(error.cause)}` : '';
  const said = `${styled('bad', 'r2med:')} ${text}${cause}`;
  sayLine(said.replace(/^ {2}Fix:/m, styled('strong', '  Fix:')));
};

export const exitCode = (error: unknown): 1 | 2 | 130 =>
  error instanceof Stopped ? 130 : error instanceof InputError ? 2 : 1;
