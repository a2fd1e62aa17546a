import { defined } from '../../core/index.js';
import {
  type Facts,
  factParts,
  knownSum,
  type Result,
  type ResultRecord,
} from '../../experiment/record/index.js';

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

export const systemCost = (results: readonly Pick<Result, 'record'>[]): SystemCost => {
  // What stages say is read once for all that follows: a table has thousands of records.
  const read = results.map(({ record }) => ({ record, parts: factParts(record.facts) }));
  const sum = (of: (each: ReadRecord) => number): number => read.reduce((total, each) => total + of(each), 0);
  const known = (of: (each: ReadRecord) => number | undefined): number | undefined => knownSum(read.map(of));
  const seconds = known(({ record: { timings }, parts }) =>
    knownSum([timings.search, reused(parts, 'search'), secondsOfStoredTexts(parts)]),
  );
  const queries = Math.max(
    1,
    sum(({ record }) => record.task.queries),
  );
  return {
    openSeconds: sum(({ record: { timings }, parts }) => timings.open + reused(parts, 'open')),
    ...defined({
      secondsPerQuery: seconds === undefined ? undefined : seconds / queries,
      tokensIn: known(({ record: { cost } }) => cost.tokensIn),
      tokensOut: known(({ record: { cost } }) => cost.tokensOut),
      usd: known(({ record: { cost } }) => cost.usd),
      indexBytes: known(({ parts }) => indexBytesOf(parts)),
    }),
  };
};

interface ReadRecord {
  readonly record: ResultRecord;
  readonly parts: readonly Facts[];
}

/** Reading a text takes no time, but somebody waited for it once. */
const secondsOfStoredTexts = (parts: readonly Facts[]): number | undefined =>
  knownSum(parts.flatMap(({ writing }) => (writing?.written ? [writing.seconds] : [])));

/** Seconds that were spent by an earlier system which shares stages with this one. */
const reused = (parts: readonly Facts[], on: 'open' | 'search'): number =>
  parts.flatMap((part) => part.reused).reduce((sum, spent) => sum + (spent[on] ?? 0), 0);

/** Of all systems that are fused. */
export const indexBytes = (facts: ResultRecord['facts']): number | undefined =>
  indexBytesOf(factParts(facts));

const indexBytesOf = (parts: readonly Facts[]): number | undefined =>
  knownSum(parts.filter((part) => part.fused === undefined).map(ownIndexBytes));

/** Said outright, or the vectors of every distinct text. */
const ownIndexBytes = (facts: Facts): number | undefined => {
  if (facts.indexBytes !== undefined) return facts.indexBytes;
  const each = facts.bytesPerVector ?? facts.bytesPerDocument;
  const { distinctTexts } = facts;
  return each !== undefined && distinctTexts !== undefined ? Math.round(each * distinctTexts) : undefined;
};
