import { type Facts, factParts, type Result, type ResultRecord } from '../../experiment/record/index.js';

type Given = ResultRecord['facts'];

/** What a system took on the tasks of a table, as its records say. */
export interface SystemCost {
  /**
   * From the query to its ranking, on the machine that ran it, with what another system of the same call had done for it;
   * work cached by earlier commands took no time.
   */
  readonly secondsPerQuery: number;
  /** To make or load the index. */
  readonly openSeconds: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly usd: number;
  /** Of all indexes; absent where a record does not say. */
  readonly indexBytes?: number;
}

export const systemCost = (results: readonly Result[]): SystemCost => {
  const sum = (of: (result: Result) => number): number =>
    results.reduce((total, each) => total + of(each), 0);
  const bytes = results.map(({ record }) => indexBytes(record.facts));
  return {
    secondsPerQuery:
      sum(({ record: { timings, facts } }) => timings.search + reused(facts, 'search')) /
      Math.max(
        1,
        sum(({ record }) => record.task.queries),
      ),
    openSeconds: sum(({ record: { timings, facts } }) => timings.open + reused(facts, 'open')),
    tokensIn: sum(({ record }) => record.cost.tokensIn),
    tokensOut: sum(({ record }) => record.cost.tokensOut),
    usd: sum(({ record }) => record.cost.usd),
    ...(bytes.every((count) => count !== undefined) && {
      indexBytes: bytes.reduce((total, count) => total + count, 0),
    }),
  };
};

/** Seconds that were spent by an earlier system which shares stages with this one. */
const reused = (facts: Given, on: 'open' | 'search'): number =>
  factParts(facts)
    .flatMap((part) => part.reused)
    .reduce((sum, spent) => sum + (spent[on] ?? 0), 0);

/** Of all systems that are fused. */
export const indexBytes = (facts: Given): number | undefined => {
  const parts = factParts(facts)
    .filter((part) => part.fused === undefined)
    .map(ownIndexBytes);
  return parts.every((count) => count !== undefined)
    ? parts.reduce((total, count) => total + count, 0)
    : undefined;
};

/** Said outright, or the vectors of every distinct text. */
const ownIndexBytes = (facts: Facts): number | undefined => {
  if (facts.indexBytes !== undefined) return facts.indexBytes;
  const each = facts.bytesPerVector ?? facts.bytesPerDocument;
  const { distinctTexts } = facts;
  return each !== undefined && distinctTexts !== undefined ? Math.round(each * distinctTexts) : undefined;
};
