import { WorkError } from './errors.js';

/**
 * The user stops the work, and what is paid for is not to be lost. As the reason of a signal it begins nothing more, but
 * requests in flight finish and are cached; any other reason ends requests as well.
 */
export class Stopped extends WorkError {
  constructor() {
    super('stopped before the end', 'run the same command again: finished work is cached');
  }
}

/** Whether requests in flight are to end too. */
export const endsRequests = (signal: AbortSignal): boolean =>
  signal.aborted && !(signal.reason instanceof Stopped);
