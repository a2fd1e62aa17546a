import type { Command } from 'commander';
import {
  exportReview,
  readReview,
  readReviewLabels,
  updateDecisions,
} from '../../benchmarks/review/index.js';
import { mustBeWritable, sayLine } from '../../platform/node/index.js';
import { type FlagValues, part, pick, required, text } from '../flags/index.js';
import { printLine } from '../output.js';

const SUMMARY = 'write the whole trail: answers, decisions, agreement';

const FLAGS = { ...pick('out pseudonyms'), out: required(text('<folder>', 'folder to write the files to')) };

export const reviewExport = (): Command =>
  part('export', SUMMARY, FLAGS).argument('<folder>', 'folder of a review').action(exportTrail);

const exportTrail = async (folder: string, { out, pseudonyms = false }: FlagValues<typeof FLAGS>) => {
  await mustBeWritable(out);
  const { state, notes } = await readReview(folder);
  for (const note of notes) sayLine(note);
  const files = await exportReview(state, await readReviewLabels(folder, state.items), out, { pseudonyms });
  await updateDecisions(folder, sayLine);
  await printLine(out);
  sayLine(`${files.length} files: ${files.join(', ')}`);
};
