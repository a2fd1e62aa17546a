import { printable, printableLine } from './printable.js';
import { withoutSecrets } from './secrets.js';
import { bounded } from './trim.js';

/** Where in the input something is wrong. */
export interface ErrorLocation {
  readonly file: string;
  /** Counted from 1. */
  readonly line?: number;
}

/** What is wrong with an input: where, what was found, what was expected, how to fix it. */
export interface InputProblem {
  readonly at?: ErrorLocation;
  readonly found: string;
  readonly expected?: string;
  readonly fix?: string;
}

/** The one shape of errors that are foreseen: what went wrong, and what to do. The message holds both. */
export abstract class R2medError extends Error {
  /** What went wrong, and where. */
  readonly problem: string;
  /** What to do; undefined where the problem says it all. */
  readonly fix: string | undefined;
  constructor(problem: string, fix: string | undefined, options?: ErrorOptions) {
    const advice = fix ? shown(printable(fix)) : undefined;
    super(problem + (advice ? `\n  Fix: ${advice}` : ''), options);
    this.problem = problem;
    this.fix = advice;
  }
}

/** Input or usage that cannot be worked with: what, where and what to do, as data. Exit code 2. */
export class InputError extends R2medError {
  override readonly name = 'InputError';
  constructor(
    readonly details: InputProblem,
    options?: ErrorOptions,
  ) {
    super(problemOf(details), details.fix, options);
  }
}

/** The same error; an error of input that has no place yet is at this one. */
export const placedAt = (error: unknown, at: ErrorLocation | undefined): unknown =>
  error instanceof InputError && at && !error.details.at
    ? new InputError({ ...error.details, at }, { cause: error })
    : error;

/** Valid work that failed: the network, a disk, a model. Exit code 1. */
export class WorkError extends R2medError {
  override readonly name = 'WorkError';
  constructor(message: string, fix?: string, options?: ErrorOptions) {
    super(shown(message, 4000), fix, options);
  }
}

const problemOf = ({ at, found, expected }: InputProblem): string => {
  const place = at ? `${shown(printableLine(at.file))}${at.line === undefined ? '' : `:${at.line}`}: ` : '';
  return `${place}${shown(printableLine(found))}${expected ? `; expected ${shown(printable(expected))}` : ''}`;
};

/** Secrets first: of an address that is cut, no mark would say where its password ends. */
const shown = (text: string, most?: number): string => bounded(withoutSecrets(text), most);
