export * from './compare.js';
export * from './compare-many.js';
export { meanOf, type PairedScores } from './differences.js';
export { holm } from './holm.js';
export * from './randomisation-test.js';
export { studentTwoSided } from './student-t.js';
