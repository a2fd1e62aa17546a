import {
  compareSets,
  matchTasks,
  type SystemScores,
  scoresOfResults,
  systemsOnSets,
} from '../../analysis/comparison/index.js';
import { vectorEfficiency } from '../../analysis/leaderboard/index.js';
import { defined, groupBy, InputError, once, own } from '../../core/index.js';
import { countedResults, type Result } from '../../experiment/record/index.js';
import { publishedSources } from '../../experiment/results/index.js';
import { taskRegistry } from '../../tasks/index.js';
import {
  keyOf,
  type NanoAgreement,
  type NanoList,
  type NanoPage,
  type NanoProfile,
  type NanoTaskRow,
} from '../page-data/index.js';
import type { BoardContents } from './boards.js';
import type { QueryFiles } from './query-files.js';

/** Boards whose tasks are cut from those of another. */
const SMALL = ['nano', 'own'];

/** The page of each of these boards. Scores and agreement are the same for all boards, and slow with many systems: made once. */
export const nanoPages = (
  all: readonly BoardContents[],
  files: QueryFiles,
): ((of: BoardContents) => Promise<NanoPage>) => {
  const scored = new Map(all.map((contents) => [contents, once(() => scoredBoard(contents, files))]));
  const agreed = once(async () =>
    agreementsOf(await Promise.all(needed(all).map((contents) => scored.get(contents)!()))),
  );
  return async (contents) => nanoPageOf(await scored.get(contents)!(), await agreed());
};

/** A board's results with the scores of their queries under the measures of boards. */
interface ScoredBoard {
  readonly board: BoardContents['board'];
  readonly results: readonly Result[];
}

const scoredBoard = async ({ board, results }: BoardContents, files: QueryFiles): Promise<ScoredBoard> => ({
  board,
  results: [...(await files.columns(results))].map(([{ record }, { ids, scores }]) => ({
    record,
    queries: ids.map((id, i) => ({
      id,
      scores: Object.fromEntries(
        [...scores].flatMap(([name, column]) => (Number.isNaN(column[i]) ? [] : [[name, column[i]!]])),
      ),
      ranks: {},
      hits: 0,
    })),
  })),
});

/** The boards that agreement is made of: none where only small or only full ones have results. */
const needed = (all: readonly BoardContents[]): readonly BoardContents[] => {
  const held = all.filter(({ results }) => results.length > 0);
  const isSmall = ({ board }: BoardContents): boolean => SMALL.includes(board.name);
  return held.some(isSmall) && !held.every(isSmall) ? held : [];
};

/** Agreement of every small board with every full one. */
const agreementsOf = (all: readonly ScoredBoard[]): Pick<NanoPage, 'agreements' | 'agreementNotes'> => {
  const agreements: NanoAgreement[] = [];
  const agreementNotes: string[] = [];
  for (const full of all.filter((each) => !SMALL.includes(each.board.name)))
    for (const nano of all.filter((each) => SMALL.includes(each.board.name)))
      if (full.results.length > 0 && nano.results.length > 0)
        orNoted(
          () => agreements.push(...agreementOf(full, nano, full.board.measures[0]!.name)),
          (why) => agreementNotes.push(`${full.board.title} and ${nano.board.title}: ${why}`),
        );
  return { agreements, agreementNotes };
};

/** The profile of the published set, agreement of small sets with full ones, and the efficiency of a board's vectors. */
const nanoPageOf = ({ board, results }: ScoredBoard, agreed: ReturnType<typeof agreementsOf>): NanoPage => {
  const measure = board.measures[0]?.name ?? 'nDCG@10';
  const profile = nanoProfile();
  const made =
    results.length === 0
      ? {}
      : orNoted<Pick<NanoPage, 'efficiency' | 'efficiencyNote'>>(
          () => ({
            efficiency: vectorEfficiency(countedResults(results).counted, {
              measure,
              tasks: board.tasks.map(({ name }) => name),
            }),
          }),
          (why) => ({ efficiencyNote: why }),
        );
  return { ...(profile && { profile }), ...agreed, ...made };
};

/** What cannot be made of these records is noted, as the command notes it. */
const orNoted = <T>(make: () => T, say: (why: string) => T): T => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return say(error.details.found);
  }
};

const agreementOf = (full: ScoredBoard, nano: ScoredBoard, measure: string): readonly NanoAgreement[] => {
  const [fullSides, nanoSides] = [sidesOf(full), sidesOf(nano)];
  const matched = matchTasks(tasksOf(fullSides), tasksOf(nanoSides));
  if (matched.pairs.length === 0) return [];
  const order = full.board.tasks.map(({ name }) => name);
  const pairs = matched.pairs.toSorted((a, b) => order.indexOf(a.full) - order.indexOf(b.full));
  const { systems, tasks, notes } = systemsOnSets(fullSides, nanoSides, pairs);
  const compared = compareSets(systems, tasks, measure);
  return [
    {
      full: full.board.title,
      nano: nano.board.title,
      measure,
      systems: compared.systems,
      rows: compared.rows,
      notes: [...matched.notes, ...notes],
    },
  ];
};

const sidesOf = ({ results }: ScoredBoard): readonly SystemScores[] =>
  [...groupBy(countedResults(results).counted, ({ record }) => record.name)].map(([name, own]) =>
    scoresOfResults(name, own),
  );

const tasksOf = (sides: readonly SystemScores[]) => [
  ...new Map(sides.flatMap(({ tasks }) => [...tasks].map(([name, { task }]) => [name, task]))).values(),
];

/** How the published lists are called. */
const KINDS: Readonly<Record<string, NanoList['kind']>> = {
  'stored:bm25': 'bm25',
  'stored:dense': 'dense',
  'stored:reranking_hybrid': 'hybrid',
};

const BEST_BY = 'nDCG@10';

/** The profile of the suite `nano` as it is published; `r2med nano profile --check` makes the same figures of its files. */
const nanoProfile = (): NanoProfile | undefined => {
  const { nano, r2med } = taskRegistry();
  const source = publishedSources('nano').find(({ suite }) => suite === 'nano');
  if (!nano || !source) return undefined;
  const lists = source.systems.filter(({ system }) => Object.hasOwn(KINDS, system));
  const measures = [
    ...new Set(lists.flatMap(({ scores }) => Object.values(scores).flatMap((each) => Object.keys(each)))),
  ];
  const tasks = nano.tasks.map((entry): NanoTaskRow => {
    const { name, counts } = entry;
    const scores = lists.map((list) => list.scores[name] ?? {});
    const bests = scores.map((each) => each[BEST_BY] ?? -1);
    const safeguards = lists.flatMap((list) => list.safeguards?.[name] ?? []);
    const fullDocuments = r2med?.tasks.find((each) => each.name === name)?.counts.documents;
    return {
      task: keyOf(name, nano.name),
      name,
      queries: counts.queries,
      documents: counts.documents,
      ...defined({ fullDocuments }),
      positives: counts.judgements,
      scores,
      best: bests.indexOf(Math.max(...bests)),
      ...(safeguards.length > 0 && { safeguards: safeguards.reduce((sum, each) => sum + each, 0) }),
    };
  });
  return {
    title: nano.title,
    source: source.from,
    measures,
    lists: lists.map(({ system, retriever }) => ({ kind: own(KINDS, system)!, retriever })),
    tasks,
    queryWeighted: lists.map((_, i) => meanOf(tasks, i, measures, ({ queries }) => queries)),
    taskMean: lists.map((_, i) => meanOf(tasks, i, measures, () => 1)),
  };
};

const meanOf = (
  tasks: readonly NanoTaskRow[],
  list: number,
  measures: readonly string[],
  weightOf: (task: NanoTaskRow) => number,
): Readonly<Record<string, number>> => {
  const weights = tasks.reduce((sum, task) => sum + weightOf(task), 0);
  return Object.fromEntries(
    measures.map((measure) => [
      measure,
      tasks.reduce((sum, task) => sum + weightOf(task) * (task.scores[list]![measure] ?? 0), 0) / weights,
    ]),
  );
};
