export { type Correlation, pearson, pearsonWithin, spearman } from './correlation.js';
export * from './evaluate.js';
export { type GradedRanking, gradeRanking, type JudgedHit } from './graded-ranking.js';
export {
  INTERVAL_DEFAULTS,
  type Interval,
  type IntervalOptions,
  interval,
  intervalsOf,
  macroInterval,
} from './interval.js';
export { kendall } from './kendall.js';
export type { AnyMeasure, CuttableMeasure, Measure, MeasureAtCut, Pool, WholeMeasure } from './measure.js';
export type { MeasureParameters } from './measure-parameters.js';
export * from './measures/index.js';
export * from './parse-measure.js';
export {
  type AnsweredQuery,
  type Relation,
  relation,
  relationWithinTasks,
  type ScoreGroup,
} from './relation.js';
export {
  type Estimate,
  type SetAgreement,
  type SetPair,
  type SetsAgreement,
  setAgreement,
} from './set-agreement.js';
export * from './significance/index.js';
export * from './tie-rules.js';
