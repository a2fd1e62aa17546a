import { failedIn, type JsonObject, type Run, type Tools, WorkError } from '../core/index.js';
import { factParts, type Incomplete, incompleteText } from '../record/index.js';

/** What stages say is missing because work failed, those of fused systems included; undefined where nothing is. */
export const incompleteOf = (facts: JsonObject): Incomplete | undefined =>
  failedIn(facts).failed as Incomplete | undefined;

/** Stops where work failed and no query found anything: an empty run with a score of 0 is not a result. */
export const mustFindSomething = (system: string, run: Run, incomplete: Incomplete | undefined): void => {
  if (!incomplete || [...run.values()].some((hits) => hits.length > 0)) return;
  throw new WorkError(
    `${system}: no query found anything, since work failed: ${incompleteText(incomplete)}`,
    fixOf(incomplete),
  );
};

/** How the missing work gets done. */
export const fixOf = (incomplete: Incomplete): string =>
  Object.values(incomplete).some(({ cached }) => cached)
    ? 'run the same command again with --retry-failed: what was done is cached'
    : 'correct the cause and run the same command again: what was done is cached';

/** Vectors that cannot tell one text from another: a warning, since they are what the model gave. */
export const noteUselessVectors = (system: string, facts: JsonObject, note: Tools['note']): void => {
  for (const part of factParts(facts))
    for (const [fact, texts] of [
      ['documentVectors', 'documents'],
      ['queryVectors', 'queries'],
    ] as const)
      if (part[fact] !== undefined)
        note(`${system}: the vectors of the ${texts} are ${part[fact]}: check the model`);
};
