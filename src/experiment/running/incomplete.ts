import { failedIn, type JsonObject, type Run, uselessVectors, WorkError } from '../../core/index.js';
import {
  type Incomplete,
  incompleteLine,
  incompleteText,
  isIncomplete,
  type Result,
} from '../record/index.js';
import { storedRunOf } from '../results/index.js';

/** What stages say is missing because work failed, those of fused systems included; undefined where nothing is. */
export const incompleteOf = (facts: JsonObject): Incomplete | undefined =>
  failedIn(facts).failed as Incomplete | undefined;

/** Stops where work failed and no query found anything: an empty run with a score of 0 is not a result. */
export const mustFindSomething = (system: string, run: Run, incomplete: Incomplete | undefined): void => {
  if (!incomplete || [...run.values()].some((hits) => hits.length > 0)) return;
  throw new WorkError(
    `${system}: no query found anything, since work failed: ${incompleteText(incomplete)}`,
    fixOf([incomplete]),
  );
};

/** How the missing work gets done; `retry` where failed calls are cached, and would fail again from the cache. */
const fixOf = (incomplete: readonly Incomplete[], retry: () => string = retryCommand): string => {
  const missing = incomplete.flatMap(Object.keys);
  const cached = incomplete.flatMap((each) => Object.values(each)).some((part) => part.cached);
  const stored = missing.flatMap((each) => storedRunOf(each) ?? []);
  // The same command would only read the same incomplete run again.
  if (stored.length === missing.length)
    return (
      `run the system of ${[...new Set(stored)].join(', ')} again${cached ? ' with --retry-failed' : ''} until it is complete, ` +
      'then this command'
    );
  return cached ? retry() : 'correct the cause and run the same command again: what was done is cached';
};

const retryCommand = (): string => 'run the same command again with --retry-failed: what was done is cached';

/**
 * Throws when work failed for some of these results: how many are incomplete, what they lack, and how it gets done. Call it last, since what is
 * complete is worth showing. `retry` says how failed calls that are cached are made again.
 */
export const mustBeComplete = (results: readonly Result[], retry: () => string = retryCommand): void => {
  const lacking = results.filter(isIncomplete).map(({ record }) => record);
  if (lacking.length === 0) return;
  throw new WorkError(
    [
      `${lacking.length} of ${results.length} results ${lacking.length > 1 ? 'are' : 'is'} incomplete, since work failed:`,
      ...lacking.map((record) => `  ${incompleteLine(record)}`),
    ].join('\n'),
    fixOf(
      lacking.map(({ incomplete = {} }) => incomplete),
      retry,
    ),
  );
};

/** Stops where vectors cannot tell one text from another: a score of them would be that of the documents' ids. */
export const mustTellApart = (system: string, incomplete: Incomplete | undefined): void => {
  for (const texts of ['documents', 'queries']) {
    const found = incomplete?.[uselessVectors(texts)];
    if (found)
      throw new WorkError(
        `${system}: the vectors of the ${texts} are ${found.reason}`,
        'check the model: distinct texts need distinct vectors',
      );
  }
};
