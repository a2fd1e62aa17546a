import { groupBy, type Json, type JsonObject } from '../../../core/index.js';
import type { JudgedCandidate, PooledCandidate } from '../item.js';
import { type FoundList, listName } from './views.js';

type Place = PooledCandidate['found'][number];

/** Scores look at ten documents, so this is how deep a pool should reach at least. */
const TOP = 10;

/** Ten, or less where no list reaches so far: what was not found may or may not be in the pool. */
const topOf = (lists: readonly FoundList[]): number =>
  Math.min(TOP, Math.max(...lists.map(({ passages }) => passages.length)));

/** What each list is to the pool: what share of it, and of its top, is in the pool, and what share of its candidates no other list found. */
const listFigures = (lists: readonly FoundList[], candidates: readonly PooledCandidate[]) => {
  const inPool = memberships(candidates);
  const shareOf = (own: readonly FoundList[], depth?: number): number | null =>
    share(own.flatMap(({ item, passages }) => passages.slice(0, depth).map((each) => inPool(item, each))));
  return [...groupBy(lists, listName)].map(([list, own]) => ({
    list,
    queries: own.length,
    found: sum(own.map(({ passages }) => passages.length)),
    inPool: shareOf(own),
    top: topOf(own),
    inPoolOfTop: shareOf(own, TOP),
    ...onlyBy(candidates, (place) => listName(place) === list),
  }));
};

/**
 * How deep the pool is and what it owes to each view, retriever and list: how much of a list is in the pool, what no other list found, how far
 * lists agree, and what the pool would lose without one view or retriever.
 */
export const poolFigures = (
  lists: readonly FoundList[],
  candidates: readonly PooledCandidate[],
): JsonObject => ({
  lists: listFigures(lists, candidates) as unknown as Json,
  overlap: overlaps([...groupBy(lists, listName)]),
  without: withoutEach(candidates),
  candidates: candidates.length,
  duplicates: sum(candidates.map(({ duplicates = [] }) => duplicates.length)),
});

/**
 * The same of relevant documents, after they were judged: what share of them only one view, retriever or list found, and how much of each
 * list's top is judged. A contestant that helped to pool is favoured by the first and by the second.
 */
export const judgedPoolFigures = (
  lists: readonly FoundList[],
  candidates: readonly PooledCandidate[],
  judged: readonly JudgedCandidate[],
): JsonObject => {
  const labels = new Map(judged.map(({ item, passage, label }) => [`${item}\t${passage}`, label]));
  const isJudged = (item: string, passage: string): boolean =>
    (labels.get(`${item}\t${passage}`) ?? 'unjudged') !== 'unjudged';
  const relevant = candidates.filter(({ item, passage }) => labels.get(`${item}\t${passage}`) === 'relevant');
  return {
    lists: [...groupBy(lists, listName)].map(([name, own]) => ({
      list: name,
      top: topOf(own),
      judgedOfTop: share(
        own.flatMap(({ item, passages }) => passages.slice(0, TOP).map((each) => isJudged(item, each))),
      ),
      ...onlyBy(relevant, (place) => listName(place) === name),
    })),
    without: withoutEach(relevant),
    relevant: relevant.length,
  };
};

/** Whether a passage of a list is a candidate of its item, or a near-duplicate of one. */
const memberships = (candidates: readonly PooledCandidate[]) => {
  const members = new Set(
    candidates.flatMap(({ item, passage, duplicates = [] }) =>
      [passage, ...duplicates.map((other) => other.passage)].map((each) => `${item}\t${each}`),
    ),
  );
  return (item: string, passage: string) => members.has(`${item}\t${passage}`);
};

/** Of the candidates that such places found: how many, and what share nothing else found. */
const onlyBy = (candidates: readonly PooledCandidate[], such: (place: Place) => boolean) => {
  const own = candidates.filter(({ found }) => found.some(such));
  return { candidates: own.length, unique: share(own.map(({ found }) => found.every(such))) };
};

/** For each view and each retriever: the share of all candidates that would be missing without it. */
const withoutEach = (candidates: readonly PooledCandidate[]): JsonObject => {
  const lost = (by: 'view' | 'retriever'): JsonObject => {
    const names = [...new Set(candidates.flatMap(({ found }) => found.map((place) => place[by])))];
    return Object.fromEntries(
      names.map((name) => [
        name,
        share(candidates.map(({ found }) => found.every((place) => place[by] === name))),
      ]),
    );
  };
  return { view: lost('view'), retriever: lost('retriever') };
};

/** Mean Jaccard of each two lists over the queries that have both. */
const overlaps = (byList: readonly (readonly [string, readonly FoundList[]])[]): JsonObject[] =>
  byList.flatMap(([name, own], i) =>
    byList.slice(i + 1).map(([other, others]) => {
      const byItem = new Map(others.map(({ item, passages }) => [item, new Set(passages)]));
      const values = own.flatMap(({ item, passages }) => {
        const theirs = byItem.get(item);
        if (!theirs) return [];
        const shared = passages.filter((passage) => theirs.has(passage)).length;
        return [shared / (passages.length + theirs.size - shared)];
      });
      return { lists: [name, other], queries: values.length, jaccard: mean(values) };
    }),
  );

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
/** Null where there is nothing to take a mean of: JSON has no other word for it. */
const mean = (values: readonly number[]) => (values.length === 0 ? null : sum(values) / values.length);
const share = (values: readonly boolean[]): number | null => mean(values.map(Number));

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`);

/** What each list adds to the pool, a line each, for the person who waits. */
export const poolNotes = (
  lists: readonly FoundList[],
  candidates: readonly PooledCandidate[],
): readonly string[] =>
  listFigures(lists, candidates).map(
    ({ list, candidates: own, unique, top, inPoolOfTop }) =>
      `${list}: ${own.toLocaleString('en')} candidates, ${percent(unique)} found by no other list; ` +
      `${percent(inPoolOfTop)} of its top ${top} are in the pool`,
  );
