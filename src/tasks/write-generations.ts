import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DocId,
  differences,
  InputError,
  type Json,
  type JsonObject,
  type QueryId,
} from '../core/index.js';
import { remove, writeAtomic } from '../platform/node/index.js';
import {
  GENERATIONS_FILE,
  GenerationRecord,
  type GenerationSettings,
  lineHash,
  mustBeAsWritten,
  RECORD_FILE,
  readGenerationRecord,
  readGenerationRows,
  sealedRecord,
} from './generations.js';

/** What is written for one query, and what is next to it in the file. */
export interface GenerationRow {
  readonly id: QueryId;
  /** The query's own text. */
  readonly text: string;
  /** Raw outputs, at least one. */
  readonly hyDocs: readonly string[];
  /** Positives in file order: the Python tool reads them here. They never come near a prompt. */
  readonly positives: readonly DocId[];
}

/** What the files of generated texts hold. */
export interface GenerationFiles {
  readonly rows: readonly GenerationRow[];
  /** One object per query and sample. */
  readonly traces: readonly {
    readonly id: QueryId;
    readonly sample: number;
    readonly steps: readonly Json[];
  }[];
  readonly failures: readonly {
    readonly id: QueryId;
    readonly sample: number;
    readonly kind: string;
    readonly reason: string;
  }[];
  readonly record: GenerationRecord;
}

const TRACE = 'trace.jsonl';
const FAILURES = 'failures.jsonl';

/** The folder of a method's texts by a model for a task; `run --generations <out>` looks there. */
export const generationFolder = (out: string, task: string, method: string, llm: string): string =>
  join(out, task, method, llm);

/**
 * Writes what was generated for a task: `query_with_hydoc.jsonl` as R2MED's own scripts write it, with the trace, the
 * failures and the record next to it. Every file appears whole. The record comes first, as incomplete, and again last: texts
 * whose writing was cut off are known for what they are. Texts of other settings go before that (`again`), so that no record
 * ever speaks of them.
 */
export const writeGenerations = async (
  folder: string,
  { rows, traces, failures, record }: GenerationFiles,
  { anew = false }: { readonly anew?: boolean } = {},
): Promise<void> => {
  if (anew) await remove(join(folder, GENERATIONS_FILE));
  const lines = rows.map(generationLine);
  // Without a seal: the texts next to it may still be the earlier ones.
  await writeRecord(folder, { ...record, complete: false });
  await writeAtomic(
    join(folder, GENERATIONS_FILE),
    lines.map((line) => `${line}\n`),
  );
  await writeAtomic(
    join(folder, TRACE),
    traces.map(({ id, sample, steps }) => `${JSON.stringify({ id, sample, steps })}\n`),
  );
  await writeAtomic(
    join(folder, FAILURES),
    failures.map(({ id, sample, kind, reason }) => `${JSON.stringify({ id, sample, kind, reason })}\n`),
  );
  await writeRecord(folder, sealedRecord(record, lines.map(lineHash)));
};

const writeRecord = (folder: string, record: GenerationRecord): Promise<void> =>
  writeAtomic(join(folder, RECORD_FILE), [`${JSON.stringify(GenerationRecord.parse(record), null, 2)}\n`]);

/** One line, spaced as Python's `json.dumps` spaces it. */
const generationLine = ({ id, text, hyDocs, positives }: GenerationRow): string => {
  const several = hyDocs.length > 1 ? `, "hy_docs": ${list(hyDocs)}` : '';
  return (
    `{"id": ${quoted(id)}, "text": ${quoted(text)}, "hy_doc": ${quoted(hyDocs[0]!)}${several}, ` +
    `"doc_id": ${list(positives)}}`
  );
};

const list = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]`;

/** A JSON string; the separators at which Python's `splitlines` would break a line are written as escapes. */
const quoted = (text: string): string =>
  JSON.stringify(text.toWellFormed()).replace(
    /[\u0085\u2028\u2029]/g,
    (separator) => `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * The record of earlier texts with the same settings, or undefined where there are none yet. Texts of other settings, and
 * texts that came from elsewhere, are not touched: an error says what differs.
 */
export const earlierGenerations = async (
  folder: string,
  settings: GenerationSettings,
): Promise<GenerationRecord | undefined> => {
  const record = await readGenerationRecord(folder);
  const texts = join(folder, GENERATIONS_FILE);
  const there = (await stat(texts).catch(() => undefined)) !== undefined;
  const fix = 'add --overwrite to replace them, or choose another --out';
  if (record) {
    const differing = differences(settingsOf(record), settingsOf(settings));
    if (differing.length > 0)
      throw new InputError({
        at: { file: folder },
        found: `texts written with other settings: ${differing.map(({ name, earlier }) => `${name} ${earlier}`).join(', ')}`,
        expected: differing.map(({ name, now }) => `${name} ${now}`).join(', '),
        fix,
      });
    if (there) mustBeAsWritten(texts, await readGenerationRows(texts), record);
    return there ? record : undefined;
  }
  if (there)
    throw new InputError({ at: { file: texts }, found: `texts without a ${RECORD_FILE} next to them`, fix });
  return undefined;
};

/** A task is its content, whatever it is called. */
const settingsOf = (settings: GenerationSettings): JsonObject => ({
  method: settings.method,
  llm: { ...settings.llm },
  writer: settings.writer,
  sampling: settings.sampling,
  samples: settings.samples,
  'task content': settings.task.contentHash,
});
