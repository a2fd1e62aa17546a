import type { Run } from '../../core/index.js';
import type { Line } from '../../node/index.js';
import { type RunTable, runTable } from './run-table.js';

/** The formats a run may come in, with an example of what each looks like. */
export const RUN_FORMATS = {
  trec: 'q1 Q0 d7 1 12.5 system',
  jsonl: '{"qid": "q1", "docid": "d7", "score": 12.5}',
  topk_pid: '{"id": "q1", "topk_pid": [["d7", 12.5]]}',
  candidates: '{"query-id": "q1", "corpus-ids": ["d7"]}',
  json: '{"q1": {"d7": 12.5}}',
  mteb: '{"mteb_model_meta": {}, "default": {"test": {"q1": {"d7": 12.5}}}}',
} as const;

/** The name of a run file's format. */
export type RunFormat = keyof typeof RUN_FORMATS;

/** What a run file holds. */
export interface RunFile {
  readonly run: Run;
  readonly format: RunFormat;
  /** What the reader decided that its user should know, each a sentence. */
  readonly notes: readonly string[];
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
