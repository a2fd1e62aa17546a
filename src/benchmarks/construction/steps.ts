import { assemble } from './assemble/assemble.js';
import { cases } from './cases/cases.js';
import { chunk } from './chunk/chunk.js';
import { classify } from './classify.js';
import { collect } from './collect/index.js';
import { filter } from './filter/index.js';
import { judge } from './judge/judge.js';
import { pool } from './pool/pool.js';
import { reason } from './reason.js';
import { reformulate } from './reformulate/index.js';
import { repair } from './repair/repair.js';
import { review } from './review/review.js';
import type { BuildStep } from './step.js';

/** The steps of construction, in their order. */
export const constructionSteps: readonly BuildStep[] = [
  collect,
  classify,
  filter,
  reformulate,
  reason,
  chunk,
  pool,
  judge,
  cases,
  review,
  repair,
  assemble,
];
