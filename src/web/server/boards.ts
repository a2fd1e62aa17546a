import { defined, groupBy } from '../../core/index.js';
import type { PublishedEntry } from '../../experiment/record/index.js';
import { publishedEntries } from '../../experiment/results/index.js';
import { isFolderTask, taskRegistry } from '../../tasks/index.js';
import { type Board, type BoardMeasure, type BoardTask, keyOf } from '../page-data/index.js';
import { MEASURES } from './board-measures.js';
import type { OwnResult } from './records.js';

/** A board, and what its rows are made of. */
export interface BoardContents {
  readonly board: Board;
  readonly results: readonly OwnResult[];
  readonly published: readonly PublishedEntry[];
}

/** Every set of tasks that has rows: suites, and the user's folders together. Scores of two boards never meet in a table. */
export const boardsOf = (results: readonly OwnResult[]): readonly BoardContents[] =>
  [
    ...Object.values(taskRegistry())
      .sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name))
      .map((suite): BoardContents => {
        const own = results.filter(({ record }) => record.task.suite === suite.name);
        const published = publishedEntries(suite.name);
        const tasks = suite.tasks.map(
          ({ name, short, family, sameAs, counts }): BoardTask => ({
            key: keyOf(name, suite.name),
            name,
            short,
            family,
            ...defined({ sameAs }),
            queries: counts.queries,
          }),
        );
        const families = Object.fromEntries(
          suite.tasks.map(({ family, familyTitle }) => [family, familyTitle]),
        );
        return contents(
          { name: suite.name, title: suite.title, about: suite.about, tasks, families },
          own,
          published,
        );
      }),
    contents(
      {
        name: 'own',
        title: 'Your tasks',
        about: 'Folders of your own',
        tasks: folderTasks(results.filter(({ record }) => isFolderTask(record.task))),
        families: {},
      },
      results.filter(({ record }) => isFolderTask(record.task)),
      [],
    ),
  ].filter(({ results, published }) => results.length > 0 || published.length > 0);

const ORDER = ['r2med', 'nano', 'medical', 'sample'];

const folderTasks = (results: readonly OwnResult[]): readonly BoardTask[] =>
  [...groupBy(results, ({ record }) => record.task.name)].map(([name, [first]]) => ({
    key: keyOf(name, first!.record.task.suite),
    name,
    short: name,
    queries: first!.record.task.queries,
  }));

const contents = (
  board: Pick<Board, 'name' | 'title' | 'about' | 'tasks' | 'families'>,
  results: readonly OwnResult[],
  published: readonly PublishedEntry[],
): BoardContents => {
  // The first that has a measure decides: there are thousands.
  const isHeld = (name: string): boolean =>
    results.some(({ record }) => Object.hasOwn(record.scores, name)) ||
    published.some(({ scores }) => Object.values(scores).some((each) => Object.hasOwn(each, name)));
  const measures = Object.entries(MEASURES)
    .filter(([name]) => isHeld(name))
    .map(([name, definition]): BoardMeasure => ({ key: keyOf(name), name, ...defined({ definition }) }));
  return {
    board: {
      key: keyOf(board.name, 'board'),
      ...board,
      measures,
      ownSystems: new Set(results.map(({ system }) => system)).size,
    },
    results,
    published,
  };
};
