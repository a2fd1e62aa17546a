import type { Key, SystemLink } from '../page-data/index.js';
import type { BoardContents } from './boards.js';
import { publishedRowsOf } from './published-rows.js';

/** Every system that has a row under the usual measure of a board. Nothing of what its row shows is computed: the first view waits for this. */
export const systemLinks = (boards: readonly BoardContents[]): readonly SystemLink[] => {
  const links = new Map<Key, SystemLink>();
  for (const { board, results, published } of boards) {
    const add = (key: Key, name: string, own: boolean): void => {
      const known = links.get(key)?.boards ?? [];
      if (!known.includes(board.key)) links.set(key, { key, name, own, boards: [...known, board.key] });
    };
    for (const { system, systemName } of results) add(system, systemName, true);
    const [usual] = board.measures;
    for (const { key, name } of usual ? publishedRowsOf(board, published, usual.name) : [])
      add(key, name, false);
  }
  return [...links.values()];
};
