export type { Column } from './column.js';
export { type Cell, csvText } from './csv-text.js';
export { type FigureUnit, share, signed, valueText } from './figure-text.js';
export { format } from './format.js';
export { latexText } from './latex-text.js';
export { markdownTable } from './markdown-table.js';
export { scoreText } from './score-text.js';
export { type ShownTable, type TableColumn, table } from './table.js';
export { textTable } from './text-table.js';
