import type { Command } from 'commander';
import {
  exportReview,
  readReview,
  readReviewLabels,
  updateDecisions,
} from '../../benchmarks/review/index.js';
import { mustBeWritable, nodeTools } from '../../platform/node/index.js';
import { type FlagValues, part, pick, required, text } from '../flags/index.js';
import { printJson, printLine } from '../output.js';

const SUMMARY = 'write the whole trail: answers, decisions, agreement';

const FLAGS = {
  ...pick('out pseudonyms json quiet'),
  out: required(text('<folder>', 'folder to write the files to')),
};

export const reviewExport = (): Command =>
  part('export', SUMMARY, FLAGS).argument('<folder>', 'folder of a review').action(exportTrail);

const exportTrail = async (folder: string, flags: FlagValues<typeof FLAGS>): Promise<void> => {
  const { out, pseudonyms = false, quiet = false } = flags;
  const { note } = nodeTools({ quiet });
  await mustBeWritable(out);
  const { state, notes } = await readReview(folder);
  for (const each of notes) note(each);
  const files = await exportReview(state, await readReviewLabels(folder, state.items), out, { pseudonyms });
  await updateDecisions(folder, note);
  if (flags.json) return printJson({ folder: out, files });
  await printLine(out);
  note(`${files.length} files: ${files.join(', ')}`);
};
