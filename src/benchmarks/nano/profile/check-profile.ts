import { own } from '../../../core/index.js';
import { type PublishedSource, type Verdict, verdict } from '../../../experiment/results/index.js';
import type { Spread, TaskEntry } from '../../../tasks/index.js';
import type { ListKind } from './list-profile.js';
import type { GroupProfile } from './profile-group.js';
import type { TaskProfile } from './profile-task.js';

/** A figure of a profile compared with the published one. */
export interface CheckedFigure {
  /** Absent of figures of the whole group. */
  readonly task?: string;
  /** `BM25 nDCG@10`, `documents`, `characters of a query, mean`. */
  readonly figure: string;
  readonly published: number;
  readonly ours: number;
  readonly verdict: Verdict;
}

/** How published systems are called in a profile. */
const KINDS: Readonly<Record<string, ListKind>> = {
  'stored:bm25': 'bm25',
  'stored:dense': 'dense',
  'stored:reranking_hybrid': 'hybrid',
};

/** Compares a profile with what was published of the same tasks, figure by figure, two-sided. */
export const checkProfile = (
  group: GroupProfile,
  rows: readonly TaskEntry[],
  sources: readonly PublishedSource[],
): readonly CheckedFigure[] => [
  ...group.tasks.flatMap((task) => {
    const entry = rows.find(({ name }) => name === task.task);
    return entry ? dataFigures(task, entry) : [];
  }),
  ...sources.flatMap((source) => source.systems.flatMap((row) => listFigures(group, row, source))),
];

const checked = (
  task: string | undefined,
  figure: string,
  published: number | undefined,
  ours: number | undefined,
  decimals: number,
): readonly CheckedFigure[] =>
  published === undefined || ours === undefined
    ? []
    : [{ ...(task && { task }), figure, published, ours, verdict: verdict(published, ours, decimals) }];

/** What the catalogue says of a task's data: counts exactly, means to their six decimals. */
const dataFigures = (task: TaskProfile, { counts, positivesPerQuery, characters }: TaskEntry) => {
  const figures = (name: string, published: Partial<Spread> | undefined, ours: Spread) =>
    (['min', 'mean', 'median', 'max'] as const).flatMap((part) =>
      checked(task.task, `${name}, ${part}`, published?.[part], ours[part], part === 'mean' ? 6 : 9),
    );
  return [
    ...checked(task.task, 'queries', counts.queries, task.queries, 0),
    ...checked(task.task, 'documents', counts.documents, task.documents, 0),
    ...checked(task.task, 'positives', counts.judgements, task.positives, 0),
    ...figures('positives per query', positivesPerQuery as Partial<Spread>, task.positivesPerQuery),
    ...figures('characters of a query', characters?.query as Partial<Spread>, task.characters.query),
    ...figures('characters of a document', characters?.document as Partial<Spread>, task.characters.document),
  ];
};

const listFigures = (
  { tasks, means }: GroupProfile,
  row: PublishedSource['systems'][number],
  { decimals }: PublishedSource,
): readonly CheckedFigure[] => {
  const kind = own(KINDS, row.system);
  if (!kind) return [];
  const ofTasks = tasks.flatMap(({ task, lists }) => {
    const list = lists.find((each) => each.kind === kind);
    return [
      ...Object.entries(own(row.scores, task) ?? {}).flatMap(([measure, value]) =>
        checked(task, `${kind} ${measure}`, value, list?.scores[measure as 'nDCG@10'], decimals),
      ),
      ...checked(task, `${kind} safeguards`, own(row.safeguards, task), list?.safeguards, 0),
    ];
  });
  // The published mean is over all tasks.
  const whole = Object.keys(row.scores).every((name) => tasks.some(({ task }) => task === name));
  const group = means.find((each) => each.kind === kind)?.queryWeighted;
  const ofGroup = Object.entries((whole && row.queryWeighted) || {}).flatMap(([measure, value]) =>
    checked(undefined, `${kind} ${measure}, query-weighted`, value, group?.[measure as 'nDCG@10'], decimals),
  );
  return [...ofTasks, ...ofGroup];
};
