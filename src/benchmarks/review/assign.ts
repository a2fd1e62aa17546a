import { sha256 } from '../../platform/node/index.js';
import type { ReviewAssignment } from './plan.js';

export interface AssignOptions {
  readonly items: Iterable<string>;
  /** Who takes new items. */
  readonly reviewers: readonly string[];
  readonly perItem: number;
  /** How many items every reviewer gets; they come first. */
  readonly shared: number;
  readonly seed: number;
  readonly earlier?: readonly ReviewAssignment[];
  /** Whether a reviewer has answered an item: it then stays theirs. */
  hasAnswered?(item: string, reviewer: string): boolean;
  /** Whether an item was adjudicated: no reviewer is added to it. */
  isSettled?(item: string): boolean;
}

/**
 * Who reviews what. Each item goes to `perItem` reviewers, the first `shared` ones to all, so that agreement can be computed early; everybody
 * has as many items as the others, give or take one, and as many with each of the others. The order is drawn by the seed and is the same for
 * all, so that an item's answers come at about the same time.
 *
 * With an earlier assignment only what must change changes: answered items stay with those who answered them, new items come last, and a
 * new reviewer takes over unanswered items of those who have most.
 */
export const assign = (options: AssignOptions): readonly ReviewAssignment[] => {
  const { reviewers, perItem, shared, seed, earlier = [] } = options;
  const { hasAnswered = () => false, isSettled = () => false } = options;
  const ids = new Set(options.items);
  const known = new Set(earlier.map(({ item }) => item));
  const drawn = [...ids]
    .filter((id) => !known.has(id))
    .map((id) => ({ id, place: sha256(`${seed}\n${id}`) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(
      ({ id }, i): ReviewAssignment => ({ item: id, reviewers: [], shared: known.size === 0 && i < shared }),
    );
  const rows = [...earlier.filter(({ item }) => ids.has(item)), ...drawn];
  const loads = new Map(reviewers.map((name) => [name, 0]));
  const pairs = new Map<string, number>();
  const take = (row: ReviewAssignment, name: string): void => {
    for (const other of row.reviewers) count(pairs, pairOf(name, other));
    if (loads.has(name)) count(loads, name);
    row.reviewers.push(name);
  };
  /** The least loaded, then the one who has least in common with those of the item, then by the seed. */
  const best = (row: ReviewAssignment): string | undefined =>
    reviewers
      .filter((name) => !row.reviewers.includes(name))
      .map((name) => ({
        name,
        load: loads.get(name)!,
        together: row.reviewers.reduce((sum, other) => sum + (pairs.get(pairOf(name, other)) ?? 0), 0),
        place: sha256(`${seed}\n${row.item}\n${name}`),
      }))
      .sort((a, b) => a.load - b.load || a.together - b.together || (a.place < b.place ? -1 : 1))[0]?.name;
  const fixed = (row: ReviewAssignment, name: string) => isSettled(row.item) || hasAnswered(row.item, name);
  const assigned = rows.map((row): ReviewAssignment => {
    const next: ReviewAssignment = { ...row, reviewers: [] };
    const staying = row.reviewers.filter((name) => fixed(row, name) || loads.has(name));
    const answered = staying.filter((name) => fixed(row, name));
    const room = Math.max(0, perItem - answered.length);
    const others = staying.filter((name) => !answered.includes(name));
    for (const name of [...answered, ...(row.shared ? others : others.slice(0, room))]) take(next, name);
    return next;
  });
  for (const row of assigned) {
    if (isSettled(row.item)) continue;
    const wanted = row.shared ? Math.max(perItem, row.reviewers.length + reviewers.length) : perItem;
    for (let name = best(row); name !== undefined && row.reviewers.length < wanted; name = best(row))
      take(row, name);
  }
  // From the end: what is furthest from being worked on.
  for (const row of assigned.toReversed()) {
    if (row.shared || isSettled(row.item)) continue;
    for (const [i, name] of row.reviewers.entries()) {
      if (fixed(row, name)) continue;
      const next = best({ ...row, reviewers: row.reviewers });
      if (next === undefined || loads.get(name)! - loads.get(next)! < 2) continue;
      count(loads, name, -1);
      count(loads, next);
      row.reviewers[i] = next;
    }
  }
  return assigned;
};

const pairOf = (a: string, b: string): string => (a < b ? JSON.stringify([a, b]) : JSON.stringify([b, a]));

const count = (counts: Map<string, number>, name: string, by = 1): void => {
  counts.set(name, (counts.get(name) ?? 0) + by);
};
