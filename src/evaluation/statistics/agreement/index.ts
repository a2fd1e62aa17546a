export { type AgreementFigure, type AgreementReport, agreement } from './agreement.js';
export { confusionTable } from './confusion.js';
export { type DecidingItem, decidingItems } from './deciding-items.js';
export { agreementBy, agreementOfPairs } from './groups.js';
export type { Rating } from './rating.js';
