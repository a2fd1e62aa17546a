import type { Command } from 'commander';
import { verb } from '../flags/index.js';
import { reviewAgreementCommand } from '../review/agreement.js';
import { reviewExport } from '../review/export.js';
import { reviewFindings } from '../review/findings.js';
import { reviewLink } from '../review/links.js';
import { reviewPlan } from '../review/plan.js';
import { reviewServe } from '../review/serve.js';
import { reviewStatus } from '../review/status.js';

/** Each part of the verb is a file of `../review`. */
export const command = (): Command =>
  verb()
    .addCommand(reviewFindings())
    .addCommand(reviewPlan())
    .addCommand(reviewServe())
    .addCommand(reviewLink())
    .addCommand(reviewStatus())
    .addCommand(reviewAgreementCommand())
    .addCommand(reviewExport());
