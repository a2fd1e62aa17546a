import type { NamedScores } from '../../../../evaluation/statistics/index.js';
import type { BoardTask, Key, LeaderboardRow, QueryScore, QueryScores } from '../../../page-data/index.js';

export interface PairedQuery {
  readonly task: BoardTask;
  readonly query: Key;
  readonly id: string;
  readonly a: number;
  readonly b: number;
  readonly ranksA: QueryScore['ranks'];
  readonly ranksB: QueryScore['ranks'];
}

/** A task under two systems, its queries in the order of the first. */
export interface PairedTask extends NamedScores {
  readonly task: BoardTask;
  readonly queries: readonly PairedQuery[];
}

/** The first system with each of the others, on the tasks that all of them have. */
export interface Paired {
  readonly tasks: readonly BoardTask[];
  /** For each system after the first. */
  readonly pairs: readonly (readonly PairedTask[])[];
  /** What is not compared and why, each a sentence. */
  readonly notes: readonly string[];
}

/** Tasks that every row has a complete result on. */
export const sharedTasks = (
  tasks: readonly BoardTask[],
  rows: readonly LeaderboardRow[],
): readonly BoardTask[] =>
  tasks.filter(({ name }) => rows.every(({ scores }) => Object.hasOwn(scores, name)));

/** Joins systems query by query. `scores`: for each row, those of each task. */
export const pairSystems = (
  tasks: readonly BoardTask[],
  scores: readonly (readonly QueryScores[])[],
  measure: string,
): Paired => {
  const refused = tasks.map((_, t) =>
    whyNot(
      scores.map((each) => each[t]!),
      measure,
    ),
  );
  const shared = tasks.map((task, t) => ({ task, t })).filter(({ t }) => refused[t] === undefined);
  const [first = [], ...others] = scores;
  const pairs = others.map((other) =>
    shared.map(({ task, t }) => pairTask(task, first[t]!, other[t]!, measure)),
  );
  return {
    tasks: shared.map(({ task }) => task),
    pairs: pairs.map((pair) => pair.filter(({ queries }) => queries.length > 0)),
    notes: [
      ...tasks.flatMap(({ name }, t) => (refused[t] === undefined ? [] : [`${name}: ${refused[t]}.`])),
      ...pairs.flatMap((pair, i) =>
        pair.flatMap(({ task, queries }) => {
          const t = tasks.indexOf(task);
          const alone = first[t]!.queries.length + others[i]![t]!.queries.length - 2 * queries.length;
          return alone > 0
            ? [`${task.name}: ${alone} queries answered by one system alone are left out.`]
            : [];
        }),
      ),
    ],
  };
};

/** Other files, or another rule, would make a difference that of something else. */
const whyNot = (sides: readonly QueryScores[], measure: string): string | undefined => {
  const differ = (of: (side: QueryScores) => string): boolean => new Set(sides.map(of)).size > 1;
  const lacking = sides.find(({ measures }) => !measures.includes(measure));
  if (lacking) return `${lacking.systemName} was not scored by ${measure}`;
  if (differ(({ contentHash }) => contentHash)) return 'its content was not the same for all systems';
  if (differ(({ missing }) => missing)) return 'missing rankings did not count the same for all systems';
  if (differ(({ ties }) => ties)) return 'ties were not ordered the same for all systems';
  return undefined;
};

const pairTask = (task: BoardTask, ofA: QueryScores, ofB: QueryScores, measure: string): PairedTask => {
  const others = new Map(ofB.queries.map((query) => [query.id, query]));
  const queries = ofA.queries.flatMap(({ query, id, scores, ranks }): readonly PairedQuery[] => {
    const other = others.get(id);
    if (!other) return [];
    const [a, b] = [scores[measure]!, other.scores[measure]!];
    return [{ task, query, id, a, b, ranksA: ranks, ranksB: other.ranks }];
  });
  const side = (of: 'a' | 'b') => Float64Array.from(queries, (query) => query[of]);
  return { name: task.name, task, queries, scores: { a: side('a'), b: side('b') } };
};
