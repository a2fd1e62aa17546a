import { byCodePoint } from '../../../core/index.js';
import { interval, meanOf, quantile } from '../../../evaluation/statistics/index.js';
import type { AuditFigure, AuditPair } from '../../../experiment/record/index.js';

/** A value of a query, or of a query with a document. What they share is only asked for of examples. */
export interface Value {
  readonly query: string;
  readonly document?: string;
  readonly value: number;
  shared?(): readonly string[];
}

/** What a figure says of itself, and the values it is computed from. */
export interface FigureInput extends Pick<AuditFigure, 'name' | 'title' | 'definition' | 'unit'> {
  readonly values: readonly Value[];
}

/**
 * The figure over queries: where a query has several values, its own is their mean. Undefined without values: there is no
 * figure of nothing.
 */
export const figureOf = ({ values, ...text }: FigureInput, seed: number): AuditFigure | undefined => {
  if (values.length === 0) return undefined;
  const means = Float64Array.from(meansByQuery(values).values());
  const { low, high } = interval(means, { seed });
  const sorted = means.slice().sort();
  return {
    ...text,
    queries: means.length,
    mean: meanOf(means),
    interval: [low, high],
    quartiles: [quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)],
    histogram: histogramOf(sorted, text.unit),
    examples: examplesOf(values),
  };
};

/** The mean of each query's values, queries in the order in which they come. */
export const meansByQuery = (values: readonly Value[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { query, value } of values) {
    const own = sums.get(query) ?? { sum: 0, count: 0 };
    sums.set(query, { sum: own.sum + value, count: own.count + 1 });
  }
  return new Map([...sums].map(([query, { sum, count }]) => [query, sum / count]));
};

/** What a query gains: its mean after minus its mean before, for queries that have both. */
export const gainsOf = (before: readonly Value[], after: readonly Value[]): readonly Value[] => {
  const start = meansByQuery(before);
  return [...meansByQuery(after)].flatMap(([query, mean]) => {
    const from = start.get(query);
    return from === undefined ? [] : [{ query, value: mean - from }];
  });
};

/** Shares of the way from the lowest value to the highest at which examples are taken. */
const EXAMPLES_AT = [0, 0.25, 0.5, 0.75, 1];

const examplesOf = (values: readonly Value[]): readonly AuditPair[] => {
  const sorted = [...values].sort(
    (a, b) =>
      a.value - b.value || byCodePoint(a.query, b.query) || byCodePoint(a.document ?? '', b.document ?? ''),
  );
  const places = new Set(EXAMPLES_AT.map((share) => Math.round(share * (sorted.length - 1))));
  return [...places].map((place) => {
    const { query, document, value, shared } = sorted[place]!;
    return { query, ...(document !== undefined && { document }), value, ...(shared && { shared: shared() }) };
  });
};

/** Counts of ascending values between edges that suit their unit; a value at the last edge is in the last bin. */
export const histogramOf = (sorted: Float64Array, unit: AuditFigure['unit']): AuditFigure['histogram'] => {
  const edges = edgesFor(unit, sorted[0]!, sorted.at(-1)!);
  const counts = edges.slice(1).map(() => 0);
  let bin = 0;
  for (const value of sorted) {
    while (bin < counts.length - 1 && value >= edges[bin + 1]!) bin++;
    counts[bin]! += 1;
  }
  return { edges, counts };
};

/**
 * Shares and differences of shares have the same edges in every report, so that two can be laid over each other. They are narrow, since
 * overlaps are often below 0.1; a drawing joins them to columns.
 */
const edgesFor = (unit: AuditFigure['unit'], low: number, high: number): readonly number[] => {
  if (unit === 'rank') return powersOfTen(high);
  if (unit === 'share') return equalEdges(0, 1, 50);
  if (unit === 'difference' && low >= -1 && high <= 1) return equalEdges(-1, 1, 100);
  return low < high ? equalEdges(low, high, 10) : [low - 0.5, low + 0.5];
};

const equalEdges = (low: number, high: number, bins: number): readonly number[] =>
  Array.from({ length: bins + 1 }, (_, i) => (i === bins ? high : low + ((high - low) * i) / bins));

const powersOfTen = (high: number): readonly number[] => {
  const edges = [1, 10];
  while (edges.at(-1)! < high) edges.push(edges.at(-1)! * 10);
  return edges;
};
