import { type ResultTableRow, tabulate } from '../../analysis/leaderboard/index.js';
import { defined, groupBy } from '../../core/index.js';
import { incompleteText, isIncomplete, type ModelFacts } from '../../experiment/record/index.js';
import { joinedFacts, largestOf, modelFacts } from '../../experiment/results/index.js';
import { type Board, type Caveat, type Key, type LeaderboardRow, meanOver } from '../page-data/index.js';
import type { OwnResult } from './records.js';
import { traitsOf } from './spec-stages.js';

/** The rows of the user's records on a board, in no order; what does not change is not computed again. */
export const ownRows = (): ((
  board: Board,
  results: readonly OwnResult[],
  measure: string,
  meanOf: readonly string[],
) => readonly LeaderboardRow[]) => {
  const known = new Map<string, LeaderboardRow>();
  const facts = modelFacts();
  return (board, results, measure, meanOf) => {
    const systems = [...groupBy(results, ({ system }) => system)].map(([system, own]) => ({
      system,
      own,
      key: JSON.stringify([
        board.key,
        system,
        measure,
        meanOf,
        own.map(({ record }) => record.provenance.at),
      ]),
    }));
    const added = systems.filter(({ key }) => !known.has(key));
    // On the page two folders may hold the same system.
    const asSystems = added.flatMap(({ system, own }) =>
      own.map((result) => ({ ...result, record: { ...result.record, system } })),
    );
    const { rows } = tabulate(asSystems, { measure, tasks: board.tasks.map(({ name }) => name), meanOf });
    const tabled = new Map(rows.map((row) => [row.system, row]));
    for (const { system, own, key } of added)
      known.set(key, rowOf(board, system, own, measure, meanOf, tabled.get(system)!, facts));
    return systems.map(({ key }) => known.get(key)!);
  };
};

const rowOf = (
  board: Board,
  system: Key,
  results: readonly OwnResult[],
  measure: string,
  meanOf: readonly string[],
  { scores, incomplete = {}, cost }: ResultTableRow,
  facts: (model: string) => ModelFacts,
): LeaderboardRow => {
  const { systemName, record } = results[0]!;
  const { method, llm, kind, generated } = traitsOf(record.spec as Parameters<typeof traitsOf>[0]);
  const means = meansOf(scores, board, meanOf);
  const dates = results.map((each) => each.record.provenance.at).sort();
  return {
    key: system,
    name: systemName,
    source: { name: 'own', title: 'Your records', group: 'own' },
    kind,
    caveats: caveatsOf(results, board),
    marks: [
      ...(results.some(isIncomplete) ? ['incomplete'] : []),
      ...(results.length < board.tasks.length ? [`${results.length} of ${board.tasks.length} tasks`] : []),
    ],
    ...means,
    scores,
    intervals: Object.fromEntries(
      results.flatMap(({ record: { task, intervals } }) =>
        Object.hasOwn(intervals, measure) ? [[task.name, intervals[measure]!] as const] : [],
      ),
    ),
    incomplete,
    ...defined({ llm, method, date: dates.at(-1) }),
    usesGeneratedText: generated,
    ...factsOf(record.name, llm, facts),
    cost,
  };
};

const caveatsOf = (results: readonly OwnResult[], { tasks }: Board): readonly Caveat[] => [
  ...results
    .filter(isIncomplete)
    .map(
      ({ record: { task, incomplete } }): Caveat => ({
        kind: 'incomplete',
        text: `${task.name} is incomplete: ${incompleteText(incomplete!)}`,
      }),
    ),
  ...(results.some(({ record }) => record.evaluation.missing === 'skip')
    ? [
        {
          kind: 'protocol' as const,
          text: 'queries without a ranking are left out of its means, not counted 0',
        },
      ]
    : []),
  ...(results.length < tasks.length
    ? [{ kind: 'partial' as const, text: `run on ${results.length} of ${tasks.length} tasks` }]
    : []),
];

/** Of the models that the pipeline names: the largest, the vectors of the first that has some, and whether all can be had. */
const factsOf = (name: string, llm: string | undefined, facts: (model: string) => ModelFacts): ModelFacts => {
  const words = [...name.matchAll(/[\w.-]+/g)].map(([word]) => word);
  const found = words.map(facts);
  const models = words.filter((_, i) => found[i]!.openWeights !== undefined);
  const [dimensions] = found.flatMap((each) => each.dimensions ?? []);
  const open = found.flatMap(({ openWeights }) => openWeights ?? []);
  return defined({
    parameters: largestOf(llm === undefined ? models : [...models, llm], facts),
    dimensions,
    openWeights: open.length > 0 ? !open.includes(false) : undefined,
    ...joinedFacts(found),
  });
};

type Means = Pick<LeaderboardRow, 'mean' | 'withoutBiology' | 'families'>;

/** The means of a row: over tasks that were chosen, and over each family of its board. */
const meansOf = (
  scores: Readonly<Record<string, number>>,
  { tasks, families }: Board,
  meanOf: readonly string[],
): Means => {
  const chosen = tasks.filter(({ name }) => meanOf.includes(name));
  const mean = meanOver(scores, chosen);
  const others = chosen.filter(({ sameAs }) => sameAs === undefined);
  const withoutBiology = others.length < chosen.length ? meanOver(scores, others) : undefined;
  return {
    ...defined({ mean, withoutBiology }),
    families: Object.fromEntries(
      Object.keys(families).flatMap((family) => {
        const value = meanOver(
          scores,
          tasks.filter((task) => task.family === family),
        );
        return value === undefined ? [] : [[family, value]];
      }),
    ),
  };
};
