import type { Command } from 'commander';
import {
  agreementMarkdown,
  agreementNote,
  agreementTables,
  readReview,
  readReviewLabels,
  reviewAgreement,
} from '../../benchmarks/review/index.js';
import { nodeTools } from '../../platform/node/index.js';
import { type FlagValues, part, pick } from '../flags/index.js';
import { printJson, printLine, tableText } from '../output.js';

const SUMMARY = 'how far reviewers agree, with each other and with models';

const FLAGS = pick('markdown json quiet');

export const reviewAgreementCommand = (): Command =>
  part('agreement', SUMMARY, FLAGS).argument('<folder>', 'folder of a review').action(agreement);

const agreement = async (folder: string, flags: FlagValues<typeof FLAGS>): Promise<void> => {
  const { note } = nodeTools({ quiet: flags.quiet ?? false });
  const { state, notes } = await readReview(folder);
  for (const each of notes) note(each);
  const found = reviewAgreement(state, await readReviewLabels(folder, state.items));
  if (flags.json) return printJson(found);
  if (flags.markdown) return printLine(agreementMarkdown(found));
  const tables = agreementTables(found).map(({ title, table }) => `${title}\n\n${tableText(table)}`);
  await printLine(tables.join('\n\n'));
  note(`\n${agreementNote(found)}`);
};
