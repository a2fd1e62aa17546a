import type { Key, TaskColumns, TaskOutcomes } from '../../../page-data/index.js';

export interface MatrixRow {
  readonly query: TaskOutcomes['queries'][number];
  /** For each system of the columns. */
  readonly scores: readonly (number | null)[];
  /** Over the systems that are shown; undefined where none has the query. */
  readonly mean?: number;
  /** Standard deviation over them: how much systems disagree. */
  readonly spread?: number;
}

export interface MatrixColumn {
  readonly system: Key;
  readonly name: string;
  readonly mean: number;
}

export interface Matrix {
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
}

/** Orders of the rows besides that by a system. */
export const ORDERS = {
  hardest: 'hardest first',
  easiest: 'easiest first',
  spread: 'systems differ most',
  id: 'by id',
} as const;

export interface MatrixState {
  /** One of `ORDERS`, or the key of a system whose worst queries come first. */
  readonly sort: string;
  /** Words that the names of systems must have. */
  readonly systems: string;
  /** Words that a query must have in its id or beginning. */
  readonly text: string;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const spreadOf = (values: readonly number[]): number => {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
};

const known = (scores: readonly (number | null)[]): readonly number[] =>
  scores.filter((score) => score !== null);

/** Systems with the best mean first, and queries in the order that the reader chose; what has no score is last. */
export const matrixOf = (
  {
    queries,
    systems,
  }: Pick<TaskOutcomes, 'queries'> & {
    readonly systems: readonly Pick<TaskOutcomes['systems'][number], 'system' | 'name'>[];
  },
  { scores }: Pick<TaskColumns, 'scores'>,
  state: MatrixState,
): Matrix => {
  const has = (text: string, wanted: string): boolean =>
    wanted
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.toLowerCase().includes(word));
  const columns = systems
    .map(({ system, name }, i) => ({ system, name, i, mean: meanOf(known(scores[i] ?? [])) }))
    .filter(({ name, mean }) => has(name, state.systems) && !Number.isNaN(mean))
    .sort((a, b) => b.mean - a.mean || a.i - b.i);
  const rows = queries.flatMap((query, q): readonly MatrixRow[] => {
    if (!has(`${query.id} ${query.preview}`, state.text)) return [];
    const own = columns.map(({ i }) => scores[i]![q] ?? null);
    const values = known(own);
    return [
      { query, scores: own, ...(values.length > 0 && { mean: meanOf(values), spread: spreadOf(values) }) },
    ];
  });
  return {
    columns: columns.map(({ system, name, mean }) => ({ system, name, mean })),
    rows: rows.toSorted((a, b) => compare(state.sort, columns, a, b) || byId(a, b)),
  };
};

const byId = (a: MatrixRow, b: MatrixRow): number =>
  a.query.id.localeCompare(b.query.id, 'en', { numeric: true });

/** Smaller first; what has no value last. */
const rising = (a: number | null | undefined, b: number | null | undefined): number =>
  (a ?? Number.POSITIVE_INFINITY) === (b ?? Number.POSITIVE_INFINITY)
    ? 0
    : (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY);

const negative = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : -value;

const compare = (
  sort: string,
  columns: readonly { readonly system: Key }[],
  a: MatrixRow,
  b: MatrixRow,
): number => {
  if (sort === 'id') return 0;
  if (sort === 'spread') return rising(negative(a.spread), negative(b.spread));
  if (sort === 'easiest') return rising(negative(a.mean), negative(b.mean));
  const at = columns.findIndex(({ system }) => system === sort);
  return at < 0 ? rising(a.mean, b.mean) : rising(a.scores[at], b.scores[at]);
};
