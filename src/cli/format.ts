import { scoreText } from '../platform/tables/index.js';

export { byteSize as bytes } from '../core/index.js';

/** A score as R2MED prints it: times 100, two decimals. */
export const percent = scoreText;
