import { printableLine } from './printable.js';
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

/** Input or usage that cannot be worked with: what, where and what to do, as data. Exit code 2. */
export class InputError extends Error {
  override readonly name = 'InputError';
  constructor(
    readonly problem: InputProblem,
    options?: ErrorOptions,
  ) {
    super(renderProblem(problem), options);
  }
}

/** Valid work that failed: the network, a disk, a model. Exit code 1. */
export class WorkError extends Error {
  override readonly name = 'WorkError';
  constructor(
    message: string,
    readonly fix?: string,
    options?: ErrorOptions,
  ) {
    super(shown(message, 4000) + (fix ? `\n  Fix: ${shown(fix)}` : ''), options);
  }
}

const renderProblem = ({ at, found, expected, fix }: InputProblem): string => {
  const place = at ? `${shown(printableLine(at.file))}${at.line === undefined ? '' : `:${at.line}`}: ` : '';
  const wanted = expected ? `; expected ${shown(expected)}` : '';
  return `${place}${shown(printableLine(found))}${wanted}${fix ? `\n  Fix: ${shown(fix)}` : ''}`;
};

/** Secrets first: of an address that is cut, no mark would say where its password ends. */
const shown = (text: string, most?: number): string => bounded(withoutSecrets(text), most);
