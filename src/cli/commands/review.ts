import { Command } from 'commander';
import { reviewAgreementCommand } from '../review/agreement.js';
import { reviewExport } from '../review/export.js';
import { reviewLink } from '../review/links.js';
import { reviewPlan } from '../review/plan.js';
import { reviewServe } from '../review/serve.js';
import { reviewStatus } from '../review/status.js';

/** Each part of the verb is a file of `../review`. */
export const review = (): Command =>
  new Command()
    .addHelpText(
      'after',
      `
  $ r2med review plan build/review --reviewer anna --reviewer ben \\
      --adjudicator cara
  $ r2med review serve build/review
  $ r2med review status build/review
  $ r2med review agreement build/review
  $ r2med review export build/review --out review-export`,
    )
    .addCommand(reviewPlan())
    .addCommand(reviewServe())
    .addCommand(reviewLink())
    .addCommand(reviewStatus())
    .addCommand(reviewAgreementCommand())
    .addCommand(reviewExport());
