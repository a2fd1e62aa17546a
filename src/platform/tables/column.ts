/** A column of a table as text. A cell is text; numbers are formatted by whoever knows their meaning. */
export interface Column {
  readonly heading: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly string[];
}
