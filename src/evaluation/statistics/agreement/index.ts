export {
  type AgreementFigure,
  type AgreementOptions,
  type AgreementReport,
  agreement,
} from './agreement.js';
export type { CoefficientName } from './coefficients.js';
export { type ConfusionTable, confusionTable } from './confusion.js';
export { type DecidingItem, type DecidingReason, decidingItems } from './deciding-items.js';
export { agreementBy, agreementOfPairs, type GroupAgreement, type PairAgreement } from './groups.js';
export type { Rating, RatingValue } from './rating.js';
