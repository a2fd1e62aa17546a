import { assemble } from './assemble/assemble.js';
import { chunk } from './chunk/chunk.js';
import { classify } from './classify.js';
import { collect } from './collect/index.js';
import { judge } from './judge/judge.js';
import { pool } from './pool/pool.js';
import { review } from './review/review.js';
import type { Step } from './step.js';

/** The steps of construction, in their order. */
export const steps: readonly Step[] = [collect, classify, chunk, pool, judge, review, assemble];
