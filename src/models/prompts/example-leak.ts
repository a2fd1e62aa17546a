import type { Query, QueryId } from '../../core/index.js';

/** An example block that says what it is to be tested with. */
export interface Leak {
  readonly query: QueryId;
  /** The share of the query's runs of five words that the block has too, 0 to 1. */
  readonly shared: number;
}

/** Long enough that two texts about the same matter seldom share one by chance, short enough to survive small edits. */
const RUN = 5;
/**
 * A query with every eighth word changed still shares three eighths of its runs. In the sample suite a query shares at most 2 %
 * with the passages written for it, and at most 15 % with any other text of its task.
 */
const SHARED = 0.3;
/** A part of a long query is a leak too: a run of this many words is copied, not met by chance. */
const LONG_RUN = 20;

/**
 * The query that an example block leaks most of, if it leaks any: by containing it, most of it, or a long part of it. Case,
 * punctuation and line breaks do not matter. A query of fewer than five words leaks when a line of the block says it.
 */
export const exampleLeak = (block: string, queries: readonly Query[]): Leak | undefined => {
  const words = wordsOf(block);
  const runs = runsOf(words, RUN);
  const longRuns = runsOf(words, LONG_RUN);
  const lines = new Set(
    block.split('\n').flatMap((line) => [normalised(line), normalised(withoutLabel(line))]),
  );
  const leaks = queries.flatMap((query): Leak[] => {
    const asked = wordsOf(query.text);
    if (asked.length < RUN)
      return asked.length > 0 && lines.has(asked.join(' ')) ? [{ query: query.id, shared: 1 }] : [];
    const own = [...runsOf(asked, RUN)];
    const shared = own.filter((run) => runs.has(run)).length / own.length;
    const copied = [...runsOf(asked, LONG_RUN)].some((run) => longRuns.has(run));
    return shared >= SHARED || copied ? [{ query: query.id, shared }] : [];
  });
  return leaks.sort((a, b) => b.shared - a.shared)[0];
};

const withoutLabel = (line: string): string => line.replace(/^[\w ]+:/, '');

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const normalised = (text: string): string => wordsOf(text).join(' ');

const runsOf = (words: readonly string[], length: number): ReadonlySet<string> =>
  new Set(
    Array.from({ length: Math.max(0, words.length - length + 1) }, (_, i) =>
      words.slice(i, i + length).join(' '),
    ),
  );
