import { defined } from '../../core/index.js';
import {
  type Facts,
  factParts,
  knownSum,
  type Result,
  type ResultRecord,
} from '../../experiment/record/index.js';

type Given = ResultRecord['facts'];

/** What a system took on the tasks of a table, as its records say; what a record does not say is absent, never 0. */
export interface SystemCost {
  /**
   * From the query to its ranking, on the machine that ran it, with what another system of the same call had done for it and what stored texts took to
   * write; other work cached by earlier commands took no time.
   */
  readonly secondsPerQuery?: number;
  /** To make or load the index. */
  readonly openSeconds: number;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly usd?: number;
  /** Of all indexes. */
  readonly indexBytes?: number;
}

export const systemCost = (results: readonly Result[]): SystemCost => {
  const sum = (of: (result: Result) => number): number =>
    results.reduce((total, each) => total + of(each), 0);
  const known = (of: (record: ResultRecord) => number | undefined): number | undefined =>
    knownSum(results.map(({ record }) => of(record)));
  const seconds = known(({ timings, facts }) =>
    knownSum([timings.search, reused(facts, 'search'), secondsOfStoredTexts(facts)]),
  );
  const queries = Math.max(
    1,
    sum(({ record }) => record.task.queries),
  );
  return {
    openSeconds: sum(({ record: { timings, facts } }) => timings.open + reused(facts, 'open')),
    ...defined({
      secondsPerQuery: seconds === undefined ? undefined : seconds / queries,
      tokensIn: known(({ cost }) => cost.tokensIn),
      tokensOut: known(({ cost }) => cost.tokensOut),
      usd: known(({ cost }) => cost.usd),
      indexBytes: known(({ facts }) => indexBytes(facts)),
    }),
  };
};

/** Reading a text takes no time, but somebody waited for it once. */
const secondsOfStoredTexts = (facts: Given): number | undefined =>
  knownSum(factParts(facts).flatMap(({ writing }) => (writing?.written ? [writing.seconds] : [])));

/** Seconds that were spent by an earlier system which shares stages with this one. */
const reused = (facts: Given, on: 'open' | 'search'): number =>
  factParts(facts)
    .flatMap((part) => part.reused)
    .reduce((sum, spent) => sum + (spent[on] ?? 0), 0);

/** Of all systems that are fused. */
export const indexBytes = (facts: Given): number | undefined =>
  knownSum(
    factParts(facts)
      .filter((part) => part.fused === undefined)
      .map(ownIndexBytes),
  );

/** Said outright, or the vectors of every distinct text. */
const ownIndexBytes = (facts: Facts): number | undefined => {
  if (facts.indexBytes !== undefined) return facts.indexBytes;
  const each = facts.bytesPerVector ?? facts.bytesPerDocument;
  const { distinctTexts } = facts;
  return each !== undefined && distinctTexts !== undefined ? Math.round(each * distinctTexts) : undefined;
};
