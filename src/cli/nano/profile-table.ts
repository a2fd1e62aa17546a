import {
  type CheckedFigure,
  type GroupProfile,
  type ListComparison,
  type ListKind,
  PROFILE_MEASURES,
  type ProfileMeasure,
} from '../../benchmarks/nano/index.js';
import { countText, type ShownTable, type TableColumn, table } from '../../platform/tables/index.js';
import type { Spread } from '../../tasks/index.js';

const LABELS: Readonly<Record<ListKind, string>> = { bm25: 'BM25', dense: 'dense', hybrid: 'hybrid' };

/** Recall is named twice: pooled over a task, as published, and the mean of its queries. */
const HEADINGS: Readonly<Record<ProfileMeasure, string>> = {
  'nDCG@10': 'nDCG@10',
  'Hit@10': 'hit@10',
  'MicroRecall@100': 'R@100 micro',
  'Recall@100': 'R@100 mean',
};

interface KindScores {
  readonly kind: ListKind;
  readonly scores: Readonly<Partial<Record<ProfileMeasure, number>>>;
}

const score = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(4));
const length = ({ mean, median }: Spread): string => `${mean.toFixed(1)} / ${median}`;

/** What a task is made of, a row each, and all of them together. */
export const dataTable = ({ tasks, totals }: GroupProfile): ShownTable => {
  const spread = ({ min, median, mean, max }: Spread): string =>
    `${min} / ${median} / ${mean.toFixed(2)} / ${max}`;
  const rows = [
    ...tasks.map((task) => ({
      ...task,
      perQuery: spread(task.positivesPerQuery),
      queryLength: length(task.characters.query),
      documentLength: length(task.characters.document),
      safeguards: task.lists.reduce((sum, { safeguards }) => sum + safeguards, 0),
    })),
    ...(tasks.length > 1
      ? [
          {
            ...totals,
            task: 'all',
            perQuery: totals.positivesPerQuery.toFixed(2),
            queryLength: '',
            documentLength: '',
          },
        ]
      : []),
  ];
  return table(rows, [
    ['task', ({ task }) => task, 'left'],
    ['queries', ({ queries }) => countText(queries)],
    ['documents', ({ documents }) => countText(documents)],
    ['positives', ({ positives }) => countText(positives)],
    ['per query: min / median / mean / max', ({ perQuery }) => perQuery],
    ['query characters: mean / median', ({ queryLength }) => queryLength],
    ['document characters: mean / median', ({ documentLength }) => documentLength],
    totals.safeguards > 0 && ['safeguards', ({ safeguards }) => countText(safeguards)],
  ]);
};

/** How well each list finds the positives, a row per task, then both means. */
export const scoreTable = ({ tasks, means }: GroupProfile): ShownTable => {
  const kinds = (['bm25', 'dense', 'hybrid'] as const).filter((kind) =>
    tasks.some(({ lists }) => lists.some((list) => list.kind === kind)),
  );
  const ends = [
    {
      task: 'query-weighted',
      lists: means.map(({ kind, queryWeighted }) => ({ kind, scores: queryWeighted })),
    },
    { task: 'task mean', lists: means.map(({ kind, taskMean }) => ({ kind, scores: taskMean })) },
  ].map((end) => ({ ...end, best: '' }));
  const rows = [
    ...tasks.map(({ task, lists, best }) => ({ task, lists, best: best ? LABELS[best] : '–' })),
    ...(tasks.length > 1 ? ends : []),
  ];
  return table(rows, [
    ['task', ({ task }) => task, 'left'],
    ...PROFILE_MEASURES.flatMap((measure) =>
      kinds.map(
        (kind): TableColumn<{ readonly lists: readonly KindScores[] }> => [
          `${LABELS[kind]} ${HEADINGS[measure]}`,
          ({ lists }) => score(lists.find((list) => list.kind === kind)?.scores[measure]),
        ],
      ),
    ),
    ['best', ({ best }) => best, 'left'],
  ]);
};

/** Where each kind of list comes from, in one line. */
export const listsLine = ({ tasks }: GroupProfile): string => {
  const systems = new Map<ListKind, Set<string>>();
  for (const { lists } of tasks)
    for (const { kind, system, origin } of lists)
      systems.set(
        kind,
        (systems.get(kind) ?? new Set()).add(origin === 'stored' ? system : `${system}, made here`),
      );
  return [...systems].map(([kind, names]) => `${LABELS[kind]}: ${[...names].join('; ')}`).join(' · ');
};

/** A stored BM25 list compared with ours, a row per task. */
export const comparisonTable = (comparisons: readonly ListComparison[]): ShownTable =>
  table(comparisons, [
    ['task', ({ task }) => task, 'left'],
    ['lists', ({ queries }) => countText(queries)],
    ['the same', ({ same }) => countText(same)],
    ['only ties', ({ ties }) => countText(ties)],
    ['different', ({ different }) => countText(different)],
    ['first at rank', ({ firstDifference }) => firstDifference || '–'],
    ['largest step', ({ largestStep }) => (largestStep > 0 ? largestStep.toExponential(1) : '0')],
    ['overlap@10', ({ overlap }) => score(overlap[10])],
    ['overlap@100', ({ overlap }) => score(overlap[100])],
    ['overlap@500', ({ overlap }) => score(overlap[500])],
    ['nDCG@10 stored', ({ scores }) => score(scores.stored['nDCG@10'])],
    ['nDCG@10 here', ({ scores }) => score(scores.computed['nDCG@10'])],
  ]);

/** The figures that are not as published. */
export const checkTable = (figures: readonly CheckedFigure[]): ShownTable => {
  const shown = (value: number): string => (Number.isInteger(value) ? `${value}` : value.toFixed(6));
  return table(figures, [
    ['task', ({ task }) => task ?? 'all', 'left'],
    ['figure', ({ figure }) => figure, 'left'],
    ['published', ({ published }) => shown(published)],
    ['here', ({ ours }) => shown(ours)],
    ['verdict', ({ verdict }) => verdict, 'left'],
  ]);
};
