import type { DocId } from '../../../core/index.js';
import { type Check, type Row, tally } from '../check.js';
import { pText, SHORTCUT_LEVEL, twoSided } from './normal-chance.js';

interface Shortcut extends Pick<Check, 'name' | 'title' | 'fix'> {
  /** What documents are ordered by. */
  readonly what: string;
}

/** A number for each document that has nothing to do with a query. */
export interface Order {
  readonly values: ArrayLike<number>;
  /** What is at the low and at the high end; only the high one for numbers that were made to be high for relevant documents. */
  readonly ends: readonly [low: string | undefined, high: string];
  /** Places are evenly spread, so that relevant documents may lie together in the middle too. Lengths and the like gather there by themselves. */
  readonly isPlace?: true;
}

type Ordering = () => {
  /** Is shown every row, where more than ids is needed. */
  row?(row: Row): void;
  /** `wanted` has the rows of relevant documents. One order or more has two ends. */
  orders(ids: readonly DocId[], wanted: ReadonlySet<number>): readonly Order[];
};

/** Fewer relevant documents may lie together by chance. */
const LEAST_RELEVANT = 20;
/** How far the order must be from chance, for which one half of the others is in front of a relevant document. Small differences help no ranking. */
const FAR = 0.3;

/**
 * A check that a ranking which is the same for all queries does not find the relevant documents. Counted are the relevant documents among the first of such
 * an order, as many as there are relevant ones.
 */
export const shortcutCheck = ({ what, ...about }: Shortcut, ordering: Ordering): Check => ({
  ...about,
  definition: `Relevant documents that come first if all documents are ordered by ${what} from the end where relevant ones are (places also by how near they are to the middle one of these), as many as there are relevant ones. Counted only if at most ${100 * (0.5 - FAR)} % of the other documents are in front of a relevant one on average, if chance gives that with p below ${SHORTCUT_LEVEL} (Mann and Whitney, times the number of orders that were tried), and from ${LEAST_RELEVANT} relevant documents.`,
  severity: 'warning',
  unit: 'documents',
  start: (_, most) => {
    const { row, orders } = ordering();
    return {
      ...(row && { row }),
      finish: ({ ids, rowOf, relevant }) => {
        const wanted = new Set([...relevant.values()].flat().map((id) => rowOf.get(id)!));
        const others = ids.length - wanted.size;
        if (wanted.size < LEAST_RELEVANT || others < LEAST_RELEVANT)
          return { notApplicable: `fewer than ${LEAST_RELEVANT} relevant documents, or others` };
        const found = tally(most);
        const { order, share, tried } = strongest(orders(ids, wanted), wanted);
        const deviation = Math.sqrt((ids.length + 1) / (12 * wanted.size * others));
        const p = Math.min(1, tried * twoSided((share - 0.5) / deviation));
        if (Math.abs(share - 0.5) < FAR || p >= SHORTCUT_LEVEL) return found.of(wanted.size);
        const end = order.ends[share < 0.5 ? 0 : 1];
        const detail = `${end}; ${Math.round(100 * Math.min(share, 1 - share))} % of the others are in front of a relevant document on average, p ${pText(p)}`;
        const up = share < 0.5 ? 1 : -1;
        const first = ids
          .map((_, row) => row)
          .sort((a, b) => up * (order.values[a]! - order.values[b]!) || a - b);
        for (const row of first.slice(0, wanted.size))
          if (wanted.has(row)) found.add({ documents: [ids[row]!], detail });
        return found.of(wanted.size);
      },
    };
  },
});

/** Of all orders, and of places also by how near documents are to the middle relevant one, the one that is furthest from chance. */
const strongest = (given: readonly Order[], wanted: ReadonlySet<number>) => {
  const orders = given.flatMap((order) =>
    order.isPlace ? [order, nearMiddle(order.values, wanted)] : [order],
  );
  const [first, ...rest] = orders
    .map((order) => ({ order, share: shareBelow(order.values, wanted), tried: orders.length }))
    .filter(({ order, share }) => share >= 0.5 || order.ends[0] !== undefined);
  return rest.reduce((a, b) => (Math.abs(b.share - 0.5) > Math.abs(a.share - 0.5) ? b : a), first!);
};

const nearMiddle = (values: ArrayLike<number>, wanted: ReadonlySet<number>): Order => {
  const sorted = [...wanted].map((row) => values[row]!).sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1]!;
  return {
    values: Float64Array.from(values, (value) => -Math.abs(value - middle)),
    ends: [undefined, 'near the middle one of the relevant ones'],
  };
};

/** For each document, which share of all others with the same feature is relevant: high for relevant ones if the feature tells of them. */
export const shareOfAlike = (features: readonly string[], wanted: ReadonlySet<number>): Float64Array => {
  const counts = new Map<string, { all: number; wanted: number }>();
  for (const [row, feature] of features.entries()) {
    const count = counts.get(feature) ?? { all: 0, wanted: 0 };
    counts.set(feature, count);
    count.all += 1;
    if (wanted.has(row)) count.wanted += 1;
  }
  return Float64Array.from(features, (feature, row) => {
    const count = counts.get(feature)!;
    return count.all === 1 ? 0 : (count.wanted - (wanted.has(row) ? 1 : 0)) / (count.all - 1);
  });
};

/** The mean share of the other documents whose value is below that of a wanted one; equal ones count half. */
const shareBelow = (values: ArrayLike<number>, wanted: ReadonlySet<number>): number => {
  const sorted = Array.from(values, (value, row) => ({ value, wanted: wanted.has(row) })).sort(
    (a, b) => a.value - b.value,
  );
  let below = 0;
  let sum = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]!.value === sorted[from]!.value) to++;
    const own = sorted.slice(from, to).filter((each) => each.wanted).length;
    const others = to - from - own;
    sum += own * (below + others / 2);
    below += others;
    from = to;
  }
  return sum / (wanted.size * below);
};
