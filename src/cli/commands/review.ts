import { Command } from 'commander';

/** Each part of the verb is a file of `../review`, loaded when the verb is called. */
export const review = async (): Promise<Command> => {
  const { reviewPlan } = await import('../review/plan.js');
  const { reviewServe } = await import('../review/serve.js');
  const { reviewLink } = await import('../review/links.js');
  const { reviewStatus } = await import('../review/status.js');
  const { reviewAgreementCommand } = await import('../review/agreement.js');
  const { reviewExport } = await import('../review/export.js');
  return new Command()
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
};
