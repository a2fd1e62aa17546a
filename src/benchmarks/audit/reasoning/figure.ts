import { byCodePoint } from '../../../core/index.js';
import { interval, meanOf, quantile } from '../../../evaluation/statistics/index.js';
import type { AuditFigure, AuditPair } from '../../../experiment/record/index.js';
import { histogramOf } from './histogram.js';

/** What a figure says of itself. */
export type FigureText = Pick<AuditFigure, 'name' | 'title' | 'definition' | 'unit'>;

/** A value of a query, or of a query with a document. What they share is only asked for of examples. */
export interface Value {
  readonly query: string;
  readonly document?: string;
  readonly value: number;
  shared?(): readonly string[];
}

/**
 * The figure over queries: where a query has several values, its own is their mean. Undefined without values: there is no
 * figure of nothing.
 */
export const figureOf = (
  text: FigureText,
  values: readonly Value[],
  seed: number,
): AuditFigure | undefined => {
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
