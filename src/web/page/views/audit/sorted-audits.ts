import type { AuditRow } from '../../../page-data/index.js';

/** Columns that the overview is sorted by; `first` is the direction that a reader wants first. */
export const COLUMNS = {
  task: { text: 'Task', first: 1, of: ({ name }) => name.toLowerCase() },
  need: { text: 'Lexical gap', first: -1, of: ({ headline }) => headline?.mean ?? -1 },
  errors: { text: 'Errors', first: -1, of: ({ found }) => found.error },
  warnings: { text: 'Warnings', first: -1, of: ({ found }) => found.warning },
  notes: { text: 'Notes', first: -1, of: ({ found }) => found.note },
  queries: { text: 'Queries', first: -1, of: ({ sizes }) => sizes.queries },
  documents: { text: 'Documents', first: -1, of: ({ sizes }) => sizes.documents },
  judgements: { text: 'Judgements', first: -1, of: ({ sizes }) => sizes.judgements },
} as const satisfies Record<string, { text: string; first: 1 | -1; of: (row: AuditRow) => number | string }>;

export type Column = keyof typeof COLUMNS;

/** A column with a direction: 1 for the smallest first. */
export interface Order {
  readonly column: Column;
  readonly direction: 1 | -1;
}

/** The order that an address says; where it says none that is known, the largest lexical gap first. */
export const orderOf = (sort: string | null): Order => {
  const name = (sort ?? '').replace(/^-/, '');
  const column = Object.hasOwn(COLUMNS, name) ? (name as Column) : 'need';
  const { first } = COLUMNS[column];
  return { column, direction: column === name && sort!.startsWith('-') ? (-first as 1 | -1) : first };
};

/** What the address says after a click on a column: again on the same one turns the order round. */
export const nextSort = (order: Order, column: Column): string => {
  const turned = order.column === column && order.direction === COLUMNS[column].first;
  return turned ? `-${column}` : column;
};

/** Audits in an order; equal ones by name. */
export const sortedAudits = (
  audits: readonly AuditRow[],
  { column, direction }: Order,
): readonly AuditRow[] => {
  const { of } = COLUMNS[column];
  const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);
  return audits.toSorted((a, b) => direction * compare(of(a), of(b)) || compare(a.name, b.name));
};
