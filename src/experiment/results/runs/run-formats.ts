import { candidateRows, hitRows, rankedRows } from './json-lines-run.js';
import { jsonRun, MTEB_EXAMPLE } from './json-run.js';
import type { RunContent, RunFileFormat } from './run-reader.js';
import { trecRun } from './trec-run.js';

/** The formats that a run may have; a file has the first that its first line fits. */
export const runFormats = {
  jsonl: hitRows,
  topk_pid: rankedRows,
  candidates: candidateRows,
  json: jsonRun,
  trec: trecRun,
} as const satisfies Record<string, RunFileFormat>;

/** The name of a run file's format; `json` may turn out to be MTEB's. */
export type RunFormat = keyof typeof runFormats | 'mteb';

/** What a run file holds, and its format. */
export interface RunFile extends Omit<RunContent, 'format'> {
  readonly format: RunFormat;
}

/** The formats a run may come in, with an example of what each looks like. */
export const RUN_FORMATS: Readonly<Record<RunFormat, string>> = {
  ...(Object.fromEntries(Object.entries(runFormats).map(([name, { example }]) => [name, example])) as Record<
    keyof typeof runFormats,
    string
  >),
  mteb: MTEB_EXAMPLE,
};
