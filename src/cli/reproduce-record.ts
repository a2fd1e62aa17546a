import { dirname } from 'node:path';
import { commandLine, defined, InputError, PRECISIONS, type Precision, type Tools } from '../core/index.js';
import { type ResultRecord, recordedText, specParts } from '../experiment/record/index.js';
import { readResult, type StoredResult } from '../experiment/results/index.js';
import { mustBeRepeatable, reproduceResult } from '../experiment/running/index.js';
import {
  generationsOf,
  recordedSystem,
  type SystemOptions,
  withSystemContext,
} from '../experiment/systems/index.js';
import { isFile } from '../platform/node/index.js';
import { parseStages } from '../search/pipeline/index.js';
import { chosenTasks, ensureTask, isFolderTask, openChosen, openTask } from '../tasks/index.js';
import { printJson, printLine, screenWidth } from './output.js';
import { reproducedRecordText } from './reproduced-record.js';
import { stoppable } from './stopping.js';

/** What `reproduce --record` is told besides the record. */
interface RecordFlags extends SystemOptions {
  readonly record: string;
  readonly system?: readonly string[];
  readonly data?: readonly string[];
  readonly generations?: string;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly cache?: boolean;
}

/** Runs the system of a record again, on its task and with its settings, and says what differs. Exit code 1 where something does. */
export const reproduceRecord = async (flags: RecordFlags): Promise<void> => {
  const stored = await recordOf(flags.record);
  mustBeRepeatable(stored);
  const { record } = stored;
  const text = textOf(record, flags);
  mustBeReachable(record, flags);
  const made = await stoppable(flags, (tools) =>
    withSystemContext({ ...defined({ precision: precisionOf(record) }), ...flags }, tools, async (shared) => {
      const task = await taskOf(record, text, flags, tools);
      const context = { ...shared, task, ...defined({ generations: flags.generations }) };
      const system = await recordedSystem(text, record.spec, context).catch((error: unknown) => {
        throw error instanceof InputError && !flags.system ? notRebuilt(stored, error) : error;
      });
      try {
        return await reproduceResult(stored, system, task, tools);
      } finally {
        await system.close?.();
      }
    }),
  );
  if (flags.json) await printJson(made);
  else await printLine(reproducedRecordText(made, screenWidth(), flags.all));
  if (made.verdict === 'different') process.exitCode = 1;
};

/** By its file or by its folder. */
const recordOf = async (path: string): Promise<StoredResult> => {
  const stored = await readResult((await isFile(path)) ? dirname(path) : path);
  if (stored) return stored;
  throw new InputError({
    at: { file: path },
    found: 'no record',
    expected: 'record.json of a result, or its folder: <out>/<system>/<task>',
    fix: 'name one that `r2med run` wrote',
  });
};

/** A model outside the registry is named in a record without its folder or address: then the caller says where it is. */
const textOf = (record: ResultRecord, { system = [] }: RecordFlags): string => {
  if (system.length > 1)
    throw new InputError({ found: `--record with ${system.length} --system`, fix: 'name one system' });
  return system[0] ?? recordedText(record);
};

const notRebuilt = ({ folder, record }: StoredResult, error: InputError): InputError =>
  new InputError(
    {
      at: { file: folder },
      found: `a system that cannot be built from its record, "${record.name}": ${error.details.found}`,
      expected: 'models by name; a record does not hold the folder, file or address of a custom one',
      fix: `say how it was called then: ${commandLine('reproduce', '--record', folder, '--system', 'onnx:FOLDER')}, or module:FILE, command:"…", served:URL#model`,
    },
    { cause: error },
  );

/** The task of the record, whatever its content is by now: that is a difference, not an error. */
const taskOf = async (
  { task }: ResultRecord,
  text: string,
  { data, offline = false, generations = 'published' }: RecordFlags,
  tools: Tools,
) => {
  const folder = data ?? (isFolderTask(task) ? [task.suite] : undefined);
  const [chosen] = chosenTasks(
    folder
      ? { data: folder, ...defined({ columns: task.columns, split: data && task.split }) }
      : { suite: task.suite, task: [task.name] },
  );
  if (!chosen || !('row' in chosen)) return openChosen(chosen!, tools, { offline });
  const wanted = generations === 'published' ? generationsOf([parseStages(text)]) : [];
  if (!offline && chosen.row.source.from !== 'package')
    await ensureTask(chosen.row, tools, { generations: wanted });
  return openTask(task.suite, task.name, { verify: false });
};

/** A number type is part of a record, and no part of a system's text. */
const precisionOf = ({ spec }: ResultRecord): Precision | undefined => {
  const types = new Set(
    specParts(spec).flatMap(({ backEnd, dtype }) => (backEnd === 'python' ? [dtype] : [])),
  );
  const [only] = types;
  return types.size === 1 ? PRECISIONS.find((precision) => precision === only) : undefined;
};

/** ONNX files would be other weights than the ones Python ran. */
const mustBeReachable = ({ spec, name }: ResultRecord, { python, record }: RecordFlags): void => {
  const ran = specParts(spec).find(({ backEnd }) => backEnd === 'python');
  if (ran && !python)
    throw new InputError({
      at: { file: record },
      found: `${name}: its model ran in Python (${ran.library} ${ran.version})`,
      expected: 'a Python that has this library',
      fix: commandLine('reproduce', '--record', record, '--python', 'python3'),
    });
};
