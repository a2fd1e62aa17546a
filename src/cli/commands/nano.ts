import { Command } from 'commander';

/** Each part of the verb is a file of `../nano`, loaded when the verb is called. */
export const nano = async (): Promise<Command> => {
  const { nanoBuild } = await import('../nano/build.js');
  const { nanoProfile } = await import('../nano/profile.js');
  const { nanoAgreement } = await import('../nano/agreement.js');
  const { nanoEfficiency } = await import('../nano/efficiency.js');
  return new Command()
    .addHelpText(
      'after',
      `
  $ r2med nano profile --check
  $ r2med nano build --from Biology --out nano-biology \\
      --dense harrier-oss-v1-270m
  $ r2med nano agreement results-full results-nano
  $ r2med nano efficiency --suite sample \\
      --retriever module:examples/own-model.mjs`,
    )
    .addCommand(nanoProfile())
    .addCommand(nanoBuild())
    .addCommand(nanoAgreement())
    .addCommand(nanoEfficiency());
};
