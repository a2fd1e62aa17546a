import { basename } from 'node:path';
import { type JudgementsFile, readJudgements } from '../../experiment/results/index.js';
import { fileHash, readJudgementTable } from '../../tasks/index.js';
import type { JudgedTask } from './find-system-scores.js';

/** Judgements of any file: qrels of TREC, BEIR, R2MED, MTEB and ranx, or a table with headings. */
export const judgementsIn = async (file: string): Promise<Pick<JudgementsFile, 'judgements' | 'notes'>> =>
  (await readJudgementTable(file)) ?? readJudgements(file);

/** What run files are scored on where nothing but judgements is given: a task without texts, named after the file. */
export const taskOfJudgements = async (file: string, note: (text: string) => void): Promise<JudgedTask> => {
  const { judgements, notes } = await judgementsIn(file);
  notes.forEach(note);
  const name = basename(file)
    .replace(/(?:\.gz)?$/, '')
    .replace(/\.[^.]+$/, '');
  return {
    name: name || basename(file),
    suite: file,
    contentHash: await fileHash(file),
    judgements,
    about: {},
  };
};
