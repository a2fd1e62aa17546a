import { WorkError } from '../../core/index.js';
import type { ApiFailure } from './failure.js';

/** What a client remembers from request to request. */
export interface Memory {
  successes: number;
  /** A server has answered, be it with a refusal. */
  met: boolean;
  /** Requests in a row to which no response came. */
  unanswered: number;
  /** Different items that the service did nothing with, since it last did something. */
  readonly undone: Set<string>;
  /** Where the latest caller has its notes: for the line at the end. */
  note?(line: string): void;
}

/** For messages. */
export interface ClientWords {
  /** Who is called: `the embedder`. */
  readonly who: string;
  /** What is sent: `texts`. */
  readonly items: string;
  /** What becomes of them: `embedded`. */
  readonly done: string;
  /** What a second run makes of the work done when this one stops; by default it is cached. */
  readonly resume?: string;
}

/** What decides whether a client goes on. */
export interface Standing {
  readonly memory: Memory;
  readonly words: Required<ClientWords>;
}

export const newMemory = (): Memory => ({ successes: 0, met: false, unanswered: 0, undone: new Set() });

/** Then the server is unreachable for every request, or something else than the items is wrong: going on costs only time. */
const MOST_IN_A_ROW = 20;

/** Counts a failed request, and ends the work when too many in a row were not answered. */
export const countUnanswered = ({ kind, message }: ApiFailure, { memory, words }: Standing): void => {
  if (kind !== 'silent' && kind !== 'unreachable') {
    memory.unanswered = 0;
    memory.met = true;
    return;
  }
  memory.unanswered++;
  if (memory.unanswered >= MOST_IN_A_ROW)
    throw new WorkError(
      `${memory.unanswered} requests in a row were not answered; the last one: ${message}`,
      `check the server and run again: ${words.resume}`,
    );
};

/** Counts an item that is given up, and ends the work when too many in a row are. */
export const countUndone = (item: string, message: string, { memory, words }: Standing): void => {
  memory.undone.add(item);
  if (memory.undone.size >= MOST_IN_A_ROW)
    throw new WorkError(
      `${MOST_IN_A_ROW} ${words.items} in a row were not ${words.done}; the last one: ${message}`,
      `check the model and its settings; ${words.resume}`,
    );
};

/** The error of a failure that is not the items' fault, and ends the work; undefined for all others. */
export const endOfWork = (
  { kind, message, details }: ApiFailure,
  { words }: Pick<Standing, 'words'>,
): WorkError | undefined => {
  const fix = fixOf(kind, words.resume);
  return fix === undefined ? undefined : new WorkError(message, details.fix ?? fix);
};

const fixOf = (kind: ApiFailure['kind'], resume: string): string | undefined => {
  switch (kind) {
    case 'denied':
      return 'check the address, the model and the key';
    case 'unreachable':
      return `start the server, or correct the address; ${resume}`;
    case 'busy':
      return `wait and run again, with a lower concurrency: ${resume}`;
    default:
      return undefined;
  }
};
