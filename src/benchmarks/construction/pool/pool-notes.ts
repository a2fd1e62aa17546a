import type { PooledCandidate } from '../item.js';
import type { FoundList } from './found-list.js';
import { listFigures } from './pool-figures.js';

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
