import type { Run } from '../../core/index.js';
import type { Line } from '../../node/index.js';
import type { RunFormat } from './run-formats.js';
import { type RunTable, runTable } from './run-table.js';

/** What a run file holds. */
export interface RunFile {
  readonly run: Run;
  readonly format: RunFormat;
  /** What the reader decided that its user should know, each a sentence. */
  readonly notes: readonly string[];
}

/** Which part of an MTEB predictions file is meant, where it holds several. */
export interface PredictionsChoice {
  readonly subset?: string;
  readonly split?: string;
}

/** A format of run files. */
export interface RunFileFormat {
  /** What it looks like, for errors. */
  readonly example: string;
  /** Whether a file has it, told by its first line. */
  begins(firstLine: string): boolean;
  open(file: string, choice: PredictionsChoice): RunReader;
}

/** Takes a file's lines one by one and makes the run in the end. */
export interface RunReader {
  readonly format: RunFormat;
  add(line: Line): void;
  finish(): RunFile;
}

/** A reader of a format in which every line is independent. */
export const lineReader = (
  format: RunFormat,
  addLine: (line: Line, table: RunTable) => void,
  notes: () => readonly string[] = () => [],
): RunReader => {
  const table = runTable();
  return {
    format,
    add: (line) => addLine(line, table),
    finish: () => ({ run: table.run(), format, notes: notes() }),
  };
};
