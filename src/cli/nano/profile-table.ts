import {
  type CheckedFigure,
  type GroupProfile,
  type ListComparison,
  type ListKind,
  PROFILE_MEASURES,
  type ProfileMeasure,
  type TaskProfile,
} from '../../benchmarks/nano/index.js';
import type { Column } from '../../platform/tables/index.js';
import type { Spread } from '../../tasks/index.js';

const LABELS: Readonly<Record<ListKind, string>> = { bm25: 'BM25', dense: 'dense', hybrid: 'hybrid' };

/** Recall is named twice: pooled over a task, as published, and the mean of its queries. */
const HEADINGS: Readonly<Record<ProfileMeasure, string>> = {
  'nDCG@10': 'nDCG@10',
  'Hit@10': 'hit@10',
  'MicroRecall@100': 'R@100 micro',
  'Recall@100': 'R@100 mean',
};

const count = (value: number): string => value.toLocaleString('en');
const score = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(4));
const length = ({ mean, median }: Spread): string => `${mean.toFixed(1)} / ${median}`;

/** What a task is made of, a row each, and all of them together. */
export const dataColumns = ({ tasks, totals }: GroupProfile): readonly Column[] => {
  const several = tasks.length > 1;
  const column = (
    heading: string,
    align: Column['align'],
    cell: (task: TaskProfile) => string,
    total: string,
  ): Column => ({ heading, align, cells: [...tasks.map(cell), ...(several ? [total] : [])] });
  const spread = ({ min, median, mean, max }: Spread): string =>
    `${min} / ${median} / ${mean.toFixed(2)} / ${max}`;
  return [
    column('task', 'left', ({ task }) => task, 'all'),
    column('queries', 'right', ({ queries }) => count(queries), count(totals.queries)),
    column('documents', 'right', ({ documents }) => count(documents), count(totals.documents)),
    column('positives', 'right', ({ positives }) => count(positives), count(totals.positives)),
    column(
      'per query: min / median / mean / max',
      'right',
      ({ positivesPerQuery }) => spread(positivesPerQuery),
      totals.positivesPerQuery.toFixed(2),
    ),
    column('query characters: mean / median', 'right', ({ characters }) => length(characters.query), ''),
    column(
      'document characters: mean / median',
      'right',
      ({ characters }) => length(characters.document),
      '',
    ),
    ...(totals.safeguards > 0
      ? [column('safeguards', 'right', (task) => count(safeguardsOf(task)), count(totals.safeguards))]
      : []),
  ];
};

const safeguardsOf = ({ lists }: TaskProfile): number =>
  lists.reduce((sum, { safeguards }) => sum + safeguards, 0);

/** How well each list finds the positives, a row per task, then both means. */
export const scoreColumns = ({ tasks, means }: GroupProfile): readonly Column[] => {
  const kinds = (['bm25', 'dense', 'hybrid'] as const).filter((kind) =>
    tasks.some(({ lists }) => lists.some((list) => list.kind === kind)),
  );
  const several = tasks.length > 1;
  const ends = (queryWeighted: string, taskMean: string): readonly string[] =>
    several ? [queryWeighted, taskMean] : [];
  const measured = PROFILE_MEASURES.flatMap((measure) =>
    kinds.map((kind): Column => {
      const of = means.find((each) => each.kind === kind);
      return {
        heading: `${LABELS[kind]} ${HEADINGS[measure]}`,
        align: 'right',
        cells: [
          ...tasks.map(({ lists }) => score(lists.find((list) => list.kind === kind)?.scores[measure])),
          ...ends(score(of?.queryWeighted[measure]), score(of?.taskMean[measure])),
        ],
      };
    }),
  );
  return [
    {
      heading: 'task',
      align: 'left',
      cells: [...tasks.map(({ task }) => task), ...ends('query-weighted', 'task mean')],
    },
    ...measured,
    {
      heading: 'best',
      align: 'left',
      cells: [...tasks.map(({ best }) => (best ? LABELS[best] : '–')), ...ends('', '')],
    },
  ];
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
export const comparisonColumns = (comparisons: readonly ListComparison[]): readonly Column[] => {
  const column = (
    heading: string,
    align: Column['align'],
    cell: (comparison: ListComparison) => string,
  ): Column => ({ heading, align, cells: comparisons.map(cell) });
  const share = (value: number): string => value.toFixed(4);
  return [
    column('task', 'left', ({ task }) => task),
    column('lists', 'right', ({ queries }) => count(queries)),
    column('the same', 'right', ({ same }) => count(same)),
    column('only ties', 'right', ({ ties }) => count(ties)),
    column('different', 'right', ({ different }) => count(different)),
    column('first at rank', 'right', ({ firstDifference }) => (firstDifference ? `${firstDifference}` : '–')),
    column('largest step', 'right', ({ largestStep }) =>
      largestStep > 0 ? largestStep.toExponential(1) : '0',
    ),
    column('overlap@10', 'right', ({ overlap }) => share(overlap[10])),
    column('overlap@100', 'right', ({ overlap }) => share(overlap[100])),
    column('overlap@500', 'right', ({ overlap }) => share(overlap[500])),
    column('nDCG@10 stored', 'right', ({ scores }) => score(scores.stored['nDCG@10'])),
    column('nDCG@10 here', 'right', ({ scores }) => score(scores.computed['nDCG@10'])),
  ];
};

/** The figures that are not as published. */
export const checkColumns = (figures: readonly CheckedFigure[]): readonly Column[] => {
  const column = (
    heading: string,
    align: Column['align'],
    cell: (figure: CheckedFigure) => string,
  ): Column => ({
    heading,
    align,
    cells: figures.map(cell),
  });
  const shown = (value: number): string => (Number.isInteger(value) ? `${value}` : value.toFixed(6));
  return [
    column('task', 'left', ({ task }) => task ?? 'all'),
    column('figure', 'left', ({ figure }) => figure),
    column('published', 'right', ({ published }) => shown(published)),
    column('here', 'right', ({ ours }) => shown(ours)),
    column('verdict', 'left', ({ verdict }) => verdict),
  ];
};
