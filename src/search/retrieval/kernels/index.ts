export { byteRows, type RowDots, rowDots } from './kernels.js';
