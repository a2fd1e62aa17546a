import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../../../core/index.js';
import { linesOf, readLineBlocks } from '../../../platform/node/index.js';
import { RUN_FORMATS, type RunFile, runFormats } from './run-formats.js';
import { type PredictionsChoice, type RunReader, withFix } from './run-reader.js';

/**
 * Reads a run file, plain or gzip. The format is detected from the content: a TREC run (six columns, by white space
 * or tabs), JSON lines with a hit each, JSON lines with R2MED's `topk_pid` or a Nano set's `corpus-ids`, MTEB's
 * predictions, or plain JSON {query: {document: score}}.
 *
 * Rankings come out in trec_eval's order whatever the order or rank column of the file. A malformed line, a score that
 * is not a finite number or a document that comes twice for a query is an `InputError` with the line. JSON ids may be
 * whole numbers. The choice of subset and split only matters for MTEB files that hold several.
 */
export const readRun = async (file: string, choice: PredictionsChoice = {}): Promise<RunFile> => {
  let format: keyof typeof runFormats = 'trec';
  let reader: RunReader | undefined;
  for await (const block of readLineBlocks(file)) {
    const lines = reader?.addBlock ? [] : linesOf(file, block);
    if (!reader && lines.length > 0) {
      format = formatOf(lines[0]!.text);
      reader = runFormats[format].open(file, choice);
    }
    withFix(RUN_FORMATS[format], () => {
      if (reader?.addBlock) reader.addBlock(block);
      else for (const line of lines) reader!.add(line);
    });
  }
  const found = reader && withFix(RUN_FORMATS[format], reader.finish);
  if (found && found.run.size > 0) return { format, ...found };
  throw new InputError({
    at: { file },
    found: found ? 'no queries' : 'an empty file',
    expected: 'a run',
    fix: `write lines such as "${RUN_FORMATS.trec}" or ${RUN_FORMATS.jsonl}`,
  });
};

const formatOf = (firstLine: string): keyof typeof runFormats => {
  const names = Object.keys(runFormats) as (keyof typeof runFormats)[];
  return names.find((name) => runFormats[name].begins(firstLine))!;
};

/** Throws where a run file is in the folder of a result and is not the ranking that was sealed there. */
export const mustBeSealedRun = async (file: string): Promise<void> => {
  const folder = dirname(file);
  // Most run files are nobody's result: reading them needs no schema of records.
  if (!existsSync(join(folder, 'record.json'))) return;
  const { inspectResult, RUN } = await import('../inspect.js');
  if (join(folder, RUN) !== join(file)) return;
  const found = await inspectResult(folder);
  const damage = found?.problems.find(({ details }) => details.at?.file === join(folder, RUN));
  if (damage) throw damage;
};
