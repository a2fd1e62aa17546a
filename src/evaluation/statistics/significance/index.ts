export {
  type ComparisonOptions,
  compareMacro,
  comparePaired,
  type PairedComparison,
  TIE,
} from './compare.js';
export {
  type ComparisonRow,
  compareParts,
  compareTasks,
  type NamedScores,
  overallRow,
} from './compare-many.js';
export { meanOf, type PairedScores } from './differences.js';
export { holm } from './holm.js';
export { effectSize, pairedTTest, type TTest } from './paired-t-test.js';
export {
  chanceBelow,
  macroDifferences,
  type RandomisationOptions,
  type RandomisationTest,
  randomisationTest,
} from './randomisation-test.js';
export { studentTwoSided } from './student-t.js';
