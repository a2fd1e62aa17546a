import { join } from 'node:path';
import { z } from 'zod';
import { canonicalJson, InputError, type Json } from '../core/index.js';
import { isFile, readLines, readRecordFile, writeAtomic } from '../platform/node/index.js';
import {
  lineHash,
  recordedProvenance,
  recordedSeal,
  recordedTask,
  recordedUsage,
  sealedRecord,
} from './generations.js';

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
  /** What says that no verdict was changed. */
  seal: recordedSeal.optional(),
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

/** What says that no line about citations was changed: `citations.<judge>.json`. */
const CitationRecord = z.strictObject({ version: z.literal(1), seal: recordedSeal.optional() });

/** Writes verdicts and their record, each whole. */
export const writeAnswers = async (
  folder: string,
  rows: readonly object[],
  record: AnswerRecord,
): Promise<void> => {
  const { name } = record.judge;
  await writeSealed(answersFile(folder, name), recordFile(folder, name), rows, AnswerRecord.parse(record));
};

/** The record comes first, without a seal, and again last: lines whose writing was cut off are not taken for changed ones. */
const writeSealed = async (
  file: string,
  recordIn: string,
  rows: readonly object[],
  { seal: _, ...record }: { readonly seal?: AnswerRecord['seal'] },
): Promise<void> => {
  const lines = rows.map((row) => JSON.stringify(row));
  const write = (value: object) => writeAtomic(recordIn, [`${JSON.stringify(value, null, 2)}\n`]);
  await write(record);
  await writeAtomic(
    file,
    lines.map((line) => `${line}\n`),
  );
  await write(sealedRecord(record, lines.map(lineHash)));
};

/** Refuses lines, or a record of them, that were changed since they were written; lines that were deleted are written again. */
const mustBeSealed = async (
  file: string,
  recordIn: string,
  record: { readonly seal?: AnswerRecord['seal'] },
): Promise<void> => {
  const { seal } = record;
  if (!seal || !(await isFile(file))) return;
  const refuse = (at: { readonly file: string; readonly line?: number }, found: string): never => {
    throw new InputError({
      at,
      found,
      expected: 'what was written',
      fix: 'add --overwrite to write it again (answers are cached)',
    });
  };
  if (sealedRecord(record, seal.lines).seal.record !== seal.record)
    refuse({ file: recordIn }, 'a record that was changed');
  let count = 0;
  for await (const batch of readLines(file))
    for (const { text, line } of batch)
      if (lineHash(text) !== seal.lines[count++]) refuse({ file, line }, 'a line that was changed');
  if (count < seal.lines.length) refuse({ file }, `${count} of ${seal.lines.length} lines`);
};

/** The record of verdicts that are whole and as they were written, and the file of their lines. */
export const readSealedAnswers = async (
  folder: string,
  judge: string,
  fix: string,
): Promise<{ readonly record: AnswerRecord; readonly file: string }> => {
  const [file, recordIn] = [answersFile(folder, judge), recordFile(folder, judge)];
  const record = await readRecordFile(recordIn, AnswerRecord, fix);
  if (!record?.seal)
    throw new InputError({
      at: { file: recordIn },
      found: 'verdicts without a seal: not all are written',
      fix,
    });
  if (!(await isFile(file))) throw new InputError({ at: { file }, found: 'no verdicts', fix });
  await mustBeSealed(file, recordIn, record);
  return { record, file };
};

/** Writes what became of the citations of answers, line by line; a file of its own for each judge that checked them. */
export const writeCitations = async (
  folder: string,
  rows: readonly object[],
  judge?: string,
): Promise<void> => {
  const file = citationsFile(folder, judge);
  await writeSealed(`${file}.jsonl`, `${file}.json`, rows, CitationRecord.parse({ version: 1 }));
};

const citationsFile = (folder: string, judge: string | undefined): string =>
  join(folder, `citations${judge === undefined ? '' : `.${judge}`}`);

/** Refuses to replace lines about citations that were changed since they were written. */
export const mustContinueCitations = async (folder: string, judge?: string): Promise<void> => {
  const file = citationsFile(folder, judge);
  const earlier = await readRecordFile(`${file}.json`, CitationRecord, OTHERWISE);
  if (earlier) await mustBeSealed(`${file}.jsonl`, `${file}.json`, earlier);
};

const OTHERWISE = 'add --overwrite, or move the file away';

/** Verdicts of other settings under the same name are not replaced in silence: an error says what differs. */
export const mustContinueAnswers = async (
  folder: string,
  settings: AnswerSettings,
  { textsMayGrow = false }: { readonly textsMayGrow?: boolean } = {},
): Promise<void> => {
  const file = recordFile(folder, settings.judge.name);
  const earlier = await readRecordFile(file, AnswerRecord, OTHERWISE);
  if (!earlier) return;
  const differing = DECIDING.filter((part) => part !== 'texts' || !textsMayGrow).filter(
    (part) => canonicalJson(decided(earlier, part)) !== canonicalJson(decided(settings, part)),
  );
  if (differing.length > 0)
    throw new InputError({
      at: { file },
      found: `verdicts made with another ${differing.join(', another ')}`,
      fix: 'add --overwrite to replace them, or choose another --out',
    });
  await mustBeSealed(answersFile(folder, settings.judge.name), file, earlier);
};

/** The location of a prompt does not change it, nor does what a task is called. */
const DECIDING = ['judge', 'prompt', 'sampling', 'texts', 'task'] as const;

const decided = (settings: AnswerSettings, part: (typeof DECIDING)[number]): Json =>
  part === 'task'
    ? settings.task.contentHash
    : part === 'prompt'
      ? settings.prompt.hash
      : (settings[part] as Json);
