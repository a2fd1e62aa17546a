export { type Cell, csvText } from './csv-text.js';
export { latexText } from './latex-text.js';
export { markdownCode, markdownText } from './markdown-text.js';
export { countText, type FigureUnit, format, scoreText, share, signed, valueText } from './number-texts.js';
export { type ShownTable, type Spare, type TableColumn, table } from './table.js';
