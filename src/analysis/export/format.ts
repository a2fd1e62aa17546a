import { defined, InputError } from '../../core/index.js';
import { incompleteLine, isIncomplete } from '../../experiment/record/index.js';
import type { StoredResult } from '../../experiment/results/index.js';
import { type PublishedTableRow, type ResultTable, tabulate } from '../leaderboard/index.js';

/** A file that an export writes, by its path below the folder; large ones are made when they are written. */
export interface ExportedFile {
  readonly path: string;
  readonly content: string | Uint8Array | (() => Promise<string | Uint8Array>);
}

/** What is exported, and how it is shown. */
export interface ExportInput {
  /** Complete or not, on tasks of one suite; the formats say what they do with incomplete ones. */
  readonly results: readonly StoredResult[];
  /** The same results as a table of one measure. */
  readonly table: ResultTable;
  /** Published results next to them; their means are over the same tasks. */
  readonly published: readonly PublishedTableRow[];
  /** Column headings of the table's tasks. */
  readonly headings: readonly string[];
  /** The system that others are tested against, by its name or file-safe name. By default the one with the best mean. */
  readonly baseline?: string;
  /** Name and revision of the model, for receivers that know models and not systems. */
  readonly model?: { readonly name?: string; readonly revision?: string };
  /** Writes also what the receiver would refuse. */
  readonly draft?: boolean;
  /** Counts results in which some work failed. */
  readonly includeIncomplete?: boolean;
}

/** What a format makes of results. */
export interface ExportOutput {
  readonly files: readonly ExportedFile[];
  /** What the user has to know about the files, each a line. */
  readonly notes: readonly string[];
}

/** A format of files that results are handed on in. A format may need more than results: the page needs their folders. */
export interface ExportFormat<Input extends ExportInput = ExportInput> {
  /** What it writes, in a line. */
  readonly summary: string;
  /** It shows records of several suites together, under all measures: one table is not made beforehand. */
  readonly wholeFolder?: true;
  /** Throws an `InputError` with all reasons where the results cannot be handed on. */
  files(input: Input): Promise<ExportOutput>;
}

/** How results are shown in an export, besides what a format needs. */
export interface ExportOptions extends Omit<Partial<ExportInput>, 'results' | 'table'> {
  /** By default `nDCG@10`. */
  readonly measure?: string;
  /** Order of the tasks. By default that of the results. */
  readonly tasks?: readonly string[];
  readonly published?: readonly PublishedTableRow[];
}

/** Results as a format of export takes them: `exportFormats.csv.files(exportInput(await readResults('results')))`. */
export const exportInput = (
  results: readonly StoredResult[],
  { measure = 'nDCG@10', tasks, published = [], headings, ...options }: ExportOptions = {},
): ExportInput => {
  const { includeIncomplete = false } = options;
  const table = tabulate(results, { measure, ...defined({ tasks }), includeIncomplete });
  return { ...options, results, table, published, headings: headings ?? table.tasks };
};

/** Formats that cannot mark a result refuse incomplete ones, since a number must not come out of work that failed. */
export const refuseIncomplete = ({ results, includeIncomplete = false }: ExportInput): void => {
  const lacking = results.filter(isIncomplete);
  if (lacking.length === 0 || includeIncomplete) return;
  throw new InputError({
    found: `${lacking.length} incomplete results, since work failed: ${lacking.map(({ record }) => incompleteLine(record)).join('; ')}`,
    fix: 'run the same command again to complete them, or choose others with --system and --task',
  });
};
