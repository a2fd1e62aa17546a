import type { DocId } from '../../../core/index.js';
import { type Check, type Row, tally } from '../check.js';
import { pText, SHORTCUT_LEVEL, twoSided } from './normal-chance.js';

interface Shortcut extends Pick<Check, 'name' | 'title' | 'fix'> {
  /** What documents are ordered by. */
  readonly what: string;
}

/** Gives every document a number that has nothing to do with a query, and says what is at both ends. */
type Ordering = () => {
  /** Is shown every row, where more than ids is needed. */
  row?(row: Row): void;
  values(ids: readonly DocId[]): ArrayLike<number>;
  readonly ends: readonly [low: string, high: string];
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
  definition: `Relevant documents that come first if all documents are ordered by ${what} from the end where relevant ones are, as many as there are relevant ones. Counted only if at most ${100 * (0.5 - FAR)} % of the other documents are in front of a relevant one on average, if chance gives that with p below ${SHORTCUT_LEVEL} (Mann and Whitney), and from ${LEAST_RELEVANT} relevant documents.`,
  severity: 'warning',
  unit: 'documents',
  start: (_, most) => {
    const { row, values: valuesOf, ends } = ordering();
    return {
      ...(row && { row }),
      finish: ({ ids, rowOf, relevant }) => {
        const wanted = new Set([...relevant.values()].flat().map((id) => rowOf.get(id)!));
        const others = ids.length - wanted.size;
        if (wanted.size < LEAST_RELEVANT || others < LEAST_RELEVANT)
          return { notApplicable: `fewer than ${LEAST_RELEVANT} relevant documents, or others` };
        const values = valuesOf(ids);
        const found = tally(most);
        const share = shareBelow(values, wanted);
        const deviation = Math.sqrt((ids.length + 1) / (12 * wanted.size * others));
        const p = twoSided((share - 0.5) / deviation);
        if (Math.abs(share - 0.5) < FAR || p >= SHORTCUT_LEVEL) return found.of(wanted.size);
        const detail = `${share < 0.5 ? ends[0] : ends[1]}; ${Math.round(100 * Math.min(share, 1 - share))} % of the others are in front of a relevant document on average, p ${pText(p)}`;
        const up = share < 0.5 ? 1 : -1;
        const order = ids.map((_, row) => row).sort((a, b) => up * (values[a]! - values[b]!) || a - b);
        for (const row of order.slice(0, wanted.size))
          if (wanted.has(row)) found.add({ documents: [ids[row]!], detail });
        return found.of(wanted.size);
      },
    };
  },
});

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
