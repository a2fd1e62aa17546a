import { join } from 'node:path';
import { z } from 'zod';
import { canonicalJson, InputError, type Json } from '../core/index.js';
import { readRecordFile, writeAtomic } from '../platform/node/index.js';
import { recordedProvenance, recordedTask, recordedUsage } from './generations.js';

/** What was judged, by whom, and what came out: `answers.<judge>.json`. */
export const AnswerRecord = z.strictObject({
  version: z.literal(1),
  method: z.string(),
  llm: z.string(),
  /** Spec is what identifies the model: never an address or a key. */
  judge: z.strictObject({ name: z.string(), spec: z.json(), reasoning: z.string() }),
  prompt: z.strictObject({ source: z.string(), hash: z.string() }),
  /** As requested; what is absent was left to the service. */
  sampling: z.record(z.string(), z.json()),
  /** Hash of the file with the texts, and how they were read. */
  texts: z.strictObject({ hash: z.string(), reasoning: z.string() }),
  task: recordedTask,
  /** Queries by what became of them. */
  counts: z.record(z.string(), z.int()),
  usage: recordedUsage,
  provenance: recordedProvenance,
});
export type AnswerRecord = z.infer<typeof AnswerRecord>;

/** The part of a record that decides what the judge says. */
export type AnswerSettings = Pick<
  AnswerRecord,
  'method' | 'llm' | 'judge' | 'prompt' | 'sampling' | 'texts' | 'task'
>;

/** Where a judge's verdicts on the texts of a folder are, line by line; the record next to it ends in `.json`. */
export const answersFile = (folder: string, judge: string): string => join(folder, `answers.${judge}.jsonl`);

const recordFile = (folder: string, judge: string): string => join(folder, `answers.${judge}.json`);

/** Writes verdicts and their record, each whole, the record last. */
export const writeAnswers = async (
  folder: string,
  rows: readonly object[],
  record: AnswerRecord,
): Promise<void> => {
  const { name } = record.judge;
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
  await writeAtomic(answersFile(folder, name), lines);
  await writeAtomic(recordFile(folder, name), [`${JSON.stringify(AnswerRecord.parse(record), null, 2)}\n`]);
};

/** Verdicts of other settings under the same name are not replaced in silence: an error says what differs. */
export const mustContinueAnswers = async (folder: string, settings: AnswerSettings): Promise<void> => {
  const file = recordFile(folder, settings.judge.name);
  const earlier = await readRecordFile(file, AnswerRecord, 'add --overwrite, or move the file away');
  if (!earlier) return;
  const differing = DECIDING.filter(
    (part) => canonicalJson(decided(earlier, part)) !== canonicalJson(decided(settings, part)),
  );
  if (differing.length > 0)
    throw new InputError({
      at: { file },
      found: `verdicts made with another ${differing.join(', another ')}`,
      fix: 'add --overwrite to replace them, or choose another --out',
    });
};

/** The location of a prompt does not change it, nor does what a task is called. */
const DECIDING = ['judge', 'prompt', 'sampling', 'texts', 'task'] as const;

const decided = (settings: AnswerSettings, part: (typeof DECIDING)[number]): Json =>
  part === 'task'
    ? settings.task.contentHash
    : part === 'prompt'
      ? settings.prompt.hash
      : (settings[part] as Json);
