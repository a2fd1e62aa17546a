export { byteRows } from './byte-rows.js';
export { type RowDots, rowDots } from './row-dots.js';
