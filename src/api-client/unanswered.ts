import { WorkError } from '../core/index.js';
import type { ApiFailure } from './failure.js';

/** Remembered from request to request. */
export interface Unanswered {
  /** Requests in a row to which no answer came. */
  unanswered: number;
}

/** Then the server is unreachable for every request. */
const MOST_UNANSWERED = 20;

/** Counts a failed request, and ends the work when too many in a row were not answered. */
export const countUnanswered = ({ kind, message }: ApiFailure, memory: Unanswered, kept: string): void => {
  if (kind !== 'silent' && kind !== 'unreachable') {
    memory.unanswered = 0;
    return;
  }
  memory.unanswered++;
  if (memory.unanswered >= MOST_UNANSWERED)
    throw new WorkError(
      `${memory.unanswered} requests in a row were not answered; the last one: ${message}`,
      `check the server and run again: ${kept}`,
    );
};
