export { type SparseOptions, sparse } from './sparse.js';
