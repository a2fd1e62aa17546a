import { random } from '../../../core/index.js';

/** How well the relevant documents of a task fit its queries, by one way of comparing texts, against what chance gives. */
export interface ChanceTest {
  /** Chance of a fit as good if each query had the relevant documents of another. */
  readonly shuffled: number;
  /** Chance of a fit as good if the relevant documents were others of the same length. */
  readonly sameLength: number;
  /** For each query, the share of all sets of relevant documents, its own included, that fit it at least as well as its own. */
  readonly asGood: readonly number[];
}

/** How well documents fit queries, as numbers: more is better. */
export interface Fits {
  /** Row by row, one row a query: how well the relevant documents of each query fit this one. */
  readonly table: readonly Float64Array[];
  /** For each query, for each of its relevant documents, how well documents of the same length fit. */
  readonly sameLength: readonly (readonly (readonly number[])[])[];
}

/** So many draws tell p values of a few ten-thousandths apart. */
const DRAWS = 9999;
/** Sums of the same numbers in another order may differ in their last bits. */
const ROUNDING = 1e-9;

/**
 * Tests whether the relevant documents fit their queries better than chance, by two kinds of draws: sets of relevant documents are dealt to other
 * queries, and documents are replaced by others of the same length.
 */
export const chanceTest = ({ table, sameLength }: Fits, seed: number): ChanceTest => {
  const own = table.map((row, query) => row[query]!);
  const found = sumOf(own);
  const next = random(seed);
  return {
    shuffled: chanceOf(found, () => dealtSum(table, next)),
    sameLength: chanceOf(found, () => replacedSum(sameLength, next)),
    asGood: table.map((row, query) => row.filter((fit) => fit >= own[query]! - ROUNDING).length / row.length),
  };
};

/** So many draws that are as high leave no doubt that p is large; further ones are not worth their time (Besag and Clifford, 1991). */
const ENOUGH_AS_HIGH = 100;

/** The share of draws that are at least as high, the one that was found included. */
const chanceOf = (found: number, draw: () => number): number => {
  let asHigh = 0;
  for (let i = 1; i <= DRAWS; i++) {
    if (draw() >= found - ROUNDING) asHigh++;
    if (asHigh === ENOUGH_AS_HIGH) return asHigh / i;
  }
  return (asHigh + 1) / (DRAWS + 1);
};

/** The fit if sets of relevant documents are dealt to the queries in another order. */
const dealtSum = (table: readonly Float64Array[], next: () => number): number => {
  const dealt = table.map((_, i) => i);
  let sum = 0;
  for (let left = dealt.length; left > 0; left--) {
    const taken = Math.floor(next() * left);
    sum += table[left - 1]![dealt[taken]!]!;
    dealt[taken] = dealt[left - 1]!;
  }
  return sum;
};

const replacedSum = (alike: Fits['sameLength'], next: () => number): number => {
  let sum = 0;
  for (const documents of alike) {
    let own = 0;
    for (const fits of documents) own += fits[Math.floor(next() * fits.length)]!;
    sum += own / documents.length;
  }
  return sum;
};

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
