export { type Table, type TableRow, type TableView, tabulate } from './tabulate.js';
