import { InputError } from '../../../core/index.js';

/** Does the work; an error that says nothing of what to do is given an example of the format. */
export const withFix = <T>(example: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.problem.fix) throw error;
    throw new InputError({ ...error.problem, fix: `write it as ${example}` }, { cause: error });
  }
};
