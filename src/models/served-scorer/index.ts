export { SCORER_DIALECTS, type ScorerDialectName } from './dialects/index.js';
export { judgeForm, type ScorerForm } from './judge-form.js';
export { openServedScorer, type ServedScorer, type ServedScorerUsage } from './open-served-scorer.js';
export type { ServedScorerSettings } from './settings.js';
