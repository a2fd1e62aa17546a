import { Command } from 'commander';
import { nanoAgreement } from '../nano/agreement.js';
import { nanoBuild } from '../nano/build.js';
import { nanoEfficiency } from '../nano/efficiency.js';
import { nanoProfile } from '../nano/profile.js';

/** Each part of the verb is a file of `../nano`. */
export const nano = (): Command =>
  new Command()
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
