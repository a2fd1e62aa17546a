import type { Run } from '../../../core/index.js';
import type { Line } from '../../../platform/node/index.js';
import { type RunTable, runTable } from './run-table.js';

/** What a run file holds. */
export interface RunContent {
  readonly run: Run;
  /** What the reader decided that its user should know, each a sentence. */
  readonly notes: readonly string[];
  /** Set where only the whole file shows that it is MTEB's. */
  readonly format?: 'mteb';
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
  add(line: Line): void;
  finish(): RunContent;
}

/** A reader of a format in which every line is independent. */
export const lineReader = (
  addLine: (line: Line, table: RunTable) => void,
  notes: () => readonly string[] = () => [],
): RunReader => {
  const table = runTable();
  return {
    add: (line) => addLine(line, table),
    finish: () => ({ run: table.run(), notes: notes() }),
  };
};
