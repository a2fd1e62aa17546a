export { type LateOptions, late } from './late.js';
