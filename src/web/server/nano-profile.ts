import { defined } from '../../core/index.js';
import { publishedSources } from '../../experiment/results/index.js';
import { taskRegistry } from '../../tasks/index.js';
import { keyOf, type NanoList, type NanoProfile, type NanoTaskRow } from '../page-data/index.js';

/** How the published lists are called. */
const KINDS: Readonly<Record<string, NanoList['kind']>> = {
  'stored:bm25': 'bm25',
  'stored:dense': 'dense',
  'stored:reranking_hybrid': 'hybrid',
};

const BEST_BY = 'nDCG@10';

/** The profile of the suite `nano` as it is published; `r2med nano profile --check` makes the same figures of its files. */
export const nanoProfile = (): NanoProfile | undefined => {
  const { nano, r2med } = taskRegistry();
  const source = publishedSources('nano').find(({ suite }) => suite === 'nano');
  if (!nano || !source) return undefined;
  const lists = source.systems.filter(({ system }) => Object.hasOwn(KINDS, system));
  const measures = [
    ...new Set(lists.flatMap(({ scores }) => Object.values(scores).flatMap((each) => Object.keys(each)))),
  ];
  const tasks = nano.tasks.map((entry): NanoTaskRow => {
    const { name, counts, positivesPerQuery, characters } = entry;
    const scores = lists.map((list) => list.scores[name] ?? {});
    const bests = scores.map((each) => each[BEST_BY] ?? -1);
    const safeguards = lists.flatMap((list) => list.safeguards?.[name] ?? []);
    const fullDocuments = r2med?.tasks.find((each) => each.name === name)?.counts.documents;
    return {
      task: keyOf(name, nano.name),
      name,
      queries: counts.queries,
      documents: counts.documents,
      ...defined({ fullDocuments, positivesPerQuery, characters }),
      positives: counts.judgements,
      scores,
      best: bests.indexOf(Math.max(...bests)),
      ...(safeguards.length > 0 && { safeguards: safeguards.reduce((sum, each) => sum + each, 0) }),
    };
  });
  return {
    title: nano.title,
    source: source.from,
    protocol: source.protocol,
    measures,
    lists: lists.map(({ system, retriever }) => ({ kind: KINDS[system]!, retriever })),
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
