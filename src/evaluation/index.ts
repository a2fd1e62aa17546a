export * from './evaluate.js';
export * from './interval.js';
export { type JudgedRanking, judge } from './judged-ranking.js';
export type { CuttableMeasure, Measure, MeasureAtCut, Pool } from './measure.js';
export * from './measures/index.js';
export * from './parse-measure.js';
export * from './tie-rules.js';
