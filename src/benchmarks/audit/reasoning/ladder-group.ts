import type { FigureInput, Value } from './figure.js';
import { type Group, group, percent } from './group.js';
import type { Material } from './material.js';
import type { TextView } from './text-view.js';

/** A document is reached if fewer documents than this that are not relevant come before it. */
export const REACH = 10;

/** One way to search, and where it puts the relevant documents. */
export interface Rung {
  /** In names of figures: `words`, `bge`, `answer`. */
  readonly name: string;
  /** After "by": "words of the query". */
  readonly title: string;
  /** The share of the documents that are not relevant in front of each relevant one. */
  readonly inFront: readonly Value[];
}

/** A rung of BM25. */
export const wordsRung = (name: string, title: string, { pairs }: TextView): Rung => ({
  name,
  title,
  inFront: pairs.map(({ query, document, placement }) => ({ query, document, value: placement.inFront })),
});

/**
 * Which share of the evidence is reached, and by what? Rungs are climbed in their order: of each, what it reaches by itself, and what no rung before it reaches. What
 * no rung reaches remains.
 */
export const ladderGroup = ({ queries, terms }: Material, rungs: readonly Rung[], seed: number): Group => {
  const others = new Map(
    queries.map(({ id, relevant, excluded }) => [
      id as string,
      terms.ids.length - relevant.length - excluded.length,
    ]),
  );
  const evidence = (rungs[0]?.inFront ?? []).map(({ query, document }) => ({ query, document: document! }));
  const reachedBefore = new Set<string>();
  const keyOf = ({ query, document }: Value): string => JSON.stringify([query, document]);
  const figures = rungs.flatMap(({ name, title, inFront }): FigureInput[] => {
    const reached = new Set(
      inFront.filter((each) => each.value * others.get(each.query)! < REACH).map(keyOf),
    );
    const shares = (holds: (key: string) => boolean): readonly Value[] =>
      evidence.map((pair) => ({ ...pair, value: holds(keyOf({ ...pair, value: 0 })) ? 1 : 0 }));
    const own = shares((key) => reached.has(key));
    const first = shares((key) => reached.has(key) && !reachedBefore.has(key));
    for (const key of reached) reachedBefore.add(key);
    return [
      {
        name: `reached.${name}`,
        title: `evidence reached by ${title}`,
        definition: `${RULE} Searched by ${title}. ${MEAN}`,
        unit: 'share',
        values: own,
      },
      {
        name: `reached-first.${name}`,
        title: `evidence reached by ${title}, and by nothing before`,
        definition: `${RULE} Searched by ${title}; documents that a rung before this one reaches do not count. ${MEAN}`,
        unit: 'share',
        values: first,
      },
    ];
  });
  const remains: FigureInput = {
    name: 'reached.none',
    title: 'evidence that remains',
    definition: `${RULE} Relevant documents that no rung reaches. ${MEAN}`,
    unit: 'share',
    values: evidence.map((pair) => ({
      ...pair,
      value: reachedBefore.has(keyOf({ ...pair, value: 0 })) ? 0 : 1,
    })),
  };
  const byChance: FigureInput = {
    name: 'reached.chance',
    title: 'evidence reached by a random order',
    definition: `${RULE} Expected of an order that knows nothing: ${REACH} of one more than the documents that are not relevant. Each rung starts from there. ${MEAN}`,
    unit: 'share',
    values: evidence.map((pair) => ({ ...pair, value: Math.min(1, REACH / (others.get(pair.query)! + 1)) })),
  };
  return group(
    { name: 'ladder', question: 'Which share of the evidence is reached, and by what?' },
    seed,
    [...figures, remains, byChance],
    (mean) =>
      `${rungs.map(({ name, title }, i) => `${i === 0 ? 'By' : 'by'} ${title} ${percent(mean(`reached.${name}`)!)}${i === 0 ? '' : ` (${percent(mean(`reached-first.${name}`)!)} by nothing before)`}`).join(', ')}; ${percent(mean('reached.none')!)} remains. A random order reaches ${percent(mean('reached.chance')!)}.`,
  );
};

const RULE = `A relevant document is reached if fewer than ${REACH} documents that are not relevant come before it; equal scores count half.`;
const MEAN =
  "Share of a query's relevant documents, then mean over queries. Without a text to search for, nothing is reached.";
