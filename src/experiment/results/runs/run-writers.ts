import { InputError, type Run } from '../../../core/index.js';
import { packageVersion, writeAtomic } from '../../../platform/node/index.js';
import type { PredictionsChoice } from './run-reader.js';
import { writeRun } from './write-run.js';

/** Formats that a run can be written in. */
export const RUN_WRITERS = ['trec', 'ranx', 'mteb'] as const;

/** How a run is written: `trec` as trec_eval reads it, `ranx` as `{query: {document: score}}`, `mteb` as MTEB's predictions. */
type RunWriter = (typeof RUN_WRITERS)[number];

/** Names of MTEB's parts where a file says none. */
const SUBSET = 'default';
const SPLIT = 'test';

/** Writes a run for another program, whole or not at all; by default in the format that the name of the file says. */
export const writeRunFile = async (
  file: string,
  run: Run,
  {
    system,
    format = file.endsWith('.json') ? 'ranx' : 'trec',
    subset = SUBSET,
    split = SPLIT,
  }: { readonly system: string; readonly format?: RunWriter } & PredictionsChoice,
): Promise<void> => {
  if (format === 'trec') return writeRun(file, run, system.replace(/\s+/g, ''));
  const queries = [...run].map(([query, hits]) => {
    const scores = hits.map(({ docId, score }) => {
      if (Number.isFinite(score)) return `${JSON.stringify(docId)}:${score}`;
      throw new InputError({
        found: `score ${score} of document "${docId}"`,
        expected: 'a finite number',
        fix: 'leave out documents that have no score',
      });
    });
    return `${JSON.stringify(query)}:{${scores.join(',')}}`;
  });
  // Written by hand: an object would put ids that are numbers first, and lose __proto__.
  const plain = `{${queries.join(',\n')}}`;
  const meta = JSON.stringify({ name: system, revision: null, framework: `r2med ${packageVersion()}` });
  await writeAtomic(file, [
    format === 'ranx'
      ? `${plain}\n`
      : `{"mteb_model_meta":${meta},${JSON.stringify(subset)}:{${JSON.stringify(split)}:${plain}}}\n`,
  ]);
};
