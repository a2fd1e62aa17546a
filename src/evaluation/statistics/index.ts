export * from './agreement/index.js';
export { bootstrapInterval } from './bootstrap.js';
export { compareNeed, type NamedNeed, NEED_AT_RANDOM, type NeedComparison } from './compare-need.js';
export { type Correlation, pearson, spearman } from './correlation.js';
export { type Interval, type IntervalOptions, interval, intervalsOf, quantile } from './interval.js';
export { kendall } from './kendall.js';
export { macroInterval, macroIntervals } from './macro-intervals.js';
export { type Group, quartiles } from './quartiles.js';
export { type AnsweredQuery, type Relation, relation, relationWithinTasks } from './relation.js';
export {
  type Estimate,
  type SetAgreement,
  type SetPair,
  type SetsAgreement,
  setAgreement,
} from './set-agreement.js';
export * from './significance/index.js';
