import { InputError, type Task } from '../core/index.js';
import type { GenerationRecord } from './generation-record.js';
import type { StoredRow } from './generations.js';

interface Stored {
  readonly file: string;
  readonly rows: readonly StoredRow[];
  readonly record: GenerationRecord | undefined;
  /** Came from the hub with the task itself: a difference is the publisher's, and is said rather than refused. */
  readonly published: boolean;
}

/**
 * Refuses texts that were not written for the queries of this task: ids that it does not have, queries with other words, and
 * texts whose writer read other documents. Returns what a person should know of texts that may be used.
 */
export const checkSameQueries = (task: Task, stored: Stored): string | undefined => {
  const { file, rows, record, published } = stored;
  const texts = new Map(task.queries.map(({ id, text }) => [id, text]));
  const foreign = rows.filter(({ id }) => !texts.has(id));
  const reworded = rows.filter(({ id, text }) => texts.has(id) && words(texts.get(id)!) !== words(text));
  const found = [
    ...(foreign.length > 0
      ? [
          `${foreign.length} of ${rows.length} ids that are not queries of ${task.name}, first "${foreign[0]!.id}"`,
        ]
      : []),
    ...(reworded.length > 0
      ? [
          `${reworded.length} of ${rows.length} queries with other texts than in ${task.name}, first "${reworded[0]!.id}": ` +
            `"${beginning(reworded[0]!.text)}" instead of "${beginning(texts.get(reworded[0]!.id)!)}"`,
        ]
      : []),
  ].join('; ');
  if (found && published) return `${file}: ${found}; used as published`;
  const { line } = [...foreign, ...reworded].reduce<{ line?: number }>(
    (first, row) => (row.line < (first.line ?? Number.POSITIVE_INFINITY) ? row : first),
    {},
  );
  if (found)
    throw new InputError({
      at: { file, ...(line !== undefined && { line }) },
      found,
      expected: `texts that were generated for the queries of ${task.name}`,
      fix: `give the texts of ${task.name} with --generations, or write them with r2med generate`,
    });
  if (!record || record.task.contentHash === task.contentHash) return undefined;
  if (readDocuments(record))
    throw new InputError({
      at: { file },
      found: `texts of ${record.method} for another version of ${task.name}: its writer read other documents`,
      expected: `task content ${task.contentHash}, not ${record.task.contentHash}`,
      fix: 'write them again with r2med generate --overwrite: answers to the same prompts are cached',
    });
  return `${file}: written for another version of ${task.name} with the same queries`;
};

/** Whether what was written depends on the task's own documents. */
const readDocuments = ({ writer }: GenerationRecord): boolean =>
  'retriever' in writer && (writer.corpus === undefined || writer.corpus === 'task');

/** Line ends and runs of spaces are changed by tools on the way. */
const words = (text: string): string => text.normalize('NFC').split(/\s+/).filter(Boolean).join(' ');

const BEGINNING = 60;

const beginning = (text: string): string => {
  const line = words(text);
  return line.length > BEGINNING ? `${line.slice(0, BEGINNING)}…` : line;
};
