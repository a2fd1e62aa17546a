/** r2med/evaluation: measures, intervals, paired tests, agreement of raters, overlap of texts. Runs in a browser. */

// How good a ranking is.
export {
  bpref,
  CappedMAP,
  defaultMeasures,
  ERR,
  type Evaluation,
  evaluate,
  HitRate,
  infAP,
  Judged,
  MAP,
  type Measure,
  MicroRecall,
  MRR,
  measures,
  nDCG,
  P,
  parseMeasure,
  RBP,
  Recall,
  Rprec,
  valuesOf,
} from './measures/index.js';

// How much two texts share, and which of many are nearly the same.
export {
  documentFrequencies,
  jaccard,
  type NearDuplicateIndex,
  nearDuplicateIndex,
  nearDuplicatesAcross,
  overlapOf,
  words,
} from './overlap/index.js';

// How sure a figure is, whether two systems differ, and how far raters agree.
export {
  agreement,
  agreementBy,
  agreementOfPairs,
  compareMacro,
  comparePaired,
  confusionTable,
  decidingItems,
  holm,
  type Interval,
  interval,
  kendall,
  macroInterval,
  type PairedComparison,
  type PairedScores,
  pearson,
  type Rating,
  randomisationTest,
  spearman,
} from './statistics/index.js';
