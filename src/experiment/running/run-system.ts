import {
  differences,
  InputError,
  type Retriever,
  type Run,
  type Task,
  type Tools,
} from '../../core/index.js';
import {
  DEFAULT_RULE,
  defaultMeasures,
  type EvaluationRule,
  type Measure,
} from '../../evaluation/measures/index.js';
import { acquireLease, sweepLease } from '../../platform/node/index.js';
import { slug } from '../../search/pipeline/index.js';
import { isIncomplete, type Result, type ResultRecord } from '../record/index.js';
import { withMeasures } from '../rescoring/index.js';
import { DamagedResult, readResult, resultFolder, type StoredResult, writeResult } from '../results/index.js';
import { fingerprintOf, type Planned, resultOf } from './make-result.js';
import { searchTask } from './search.js';

/** Settings of a run of one system on one task. */
export interface RunOptions {
  /** Folder for records; without one nothing is written. */
  readonly out?: string;
  /** Replace a result of the same name made with other settings, or one that is damaged. */
  readonly overwrite?: boolean;
  readonly measures?: readonly Measure[];
  readonly rule?: Partial<EvaluationRule>;
  /** Called with the rankings so far after every batch of queries. */
  answered?(run: Run): void;
}

/** The result of one system on one task. */
export interface SystemRun {
  readonly result: Result;
  /** Folder of the files, if `out` was given. */
  readonly folder?: string;
  /** True when a result with the same settings was found and nothing was run. */
  readonly reused: boolean;
}

/**
 * Runs a system on a task, scores it and saves the record; a saved result with the same settings is not run again. An
 * incomplete result is continued, whatever its settings were: nothing complete is lost, and work that was done is cached. One
 * process at a time works on a result: others wait, and then find it there.
 */
export const runSystem = async (
  system: Retriever,
  task: Task,
  tools: Tools,
  options: RunOptions = {},
): Promise<SystemRun> => {
  const measures = options.measures ?? defaultMeasures();
  const planned: Planned = { system, task, measures, rule: { ...DEFAULT_RULE, ...options.rule } };
  const make = () => searched(planned, tools, options.answered);
  if (!options.out) return { result: (await make()).result, reused: false };
  return savedOnce(options.out, planned, make, tools, options);
};

/** A system as far as its result says. */
type Described = Pick<Retriever, 'name' | 'spec'>;

/** The result in its place: what is there already, or else what is made now, by one process at a time. */
export const savedOnce = async (
  out: string,
  planned: Planned<Described>,
  make: () => Promise<{ readonly result: Result; readonly run: Run }>,
  { note, signal }: Pick<Tools, 'note' | 'signal'>,
  options: Pick<RunOptions, 'overwrite'>,
): Promise<SystemRun & { readonly folder: string }> => {
  const { system, task } = planned;
  const folder = resultFolder(out, slug(system.name), task.name);
  const early = await earlierResult(folder, planned, options);
  if (early) {
    sweepLease(folder);
    return { result: early, folder, reused: true };
  }
  const lease = await acquireLease(folder, { doing: `run of ${system.name} on ${task.name}`, note, signal });
  try {
    const earlier = await earlierResult(folder, planned, options);
    if (earlier) return { result: earlier, folder, reused: true };
    const { result, run } = await make();
    await writeResult(folder, result, run);
    return { result, folder, reused: false };
  } finally {
    lease.release();
  }
};

/** Runs a system and scores it. */
const searched = async (planned: Planned, tools: Tools, answered: RunOptions['answered']) => {
  const search = await searchTask(planned.system, planned.task, tools, answered);
  return { result: await resultOf(planned, search, tools), run: search.run };
};

/** The result that is there and need not be made again; an error where it must not be replaced. */
export const earlierResult = async (
  folder: string,
  planned: Planned<Described>,
  { overwrite }: Pick<RunOptions, 'overwrite'>,
): Promise<Result | undefined> => {
  const earlier = await readResult(folder).catch((error: unknown) => {
    if (overwrite && error instanceof DamagedResult) return undefined;
    throw error;
  });
  if (!earlier || isIncomplete(earlier)) return undefined;
  if (!hasSettings(earlier, planned)) {
    if (overwrite) return undefined;
    throw otherSettings(folder, earlier.record, planned);
  }
  const names = planned.measures.map(({ name }) => name);
  const [{ record, queries } = earlier] = await withMeasures([earlier], names, async () => planned.task);
  return { record, queries };
};

/** Measures that were not computed then are not other settings: the saved ranking has them. */
const hasSettings = ({ record }: StoredResult, planned: Planned<Described>): boolean =>
  [planned.measures.map(({ name }) => name), Object.keys(record.scores)].some(
    (names) => fingerprintOf(planned, names) === record.fingerprint,
  );

/** A stage that was put in or left out differs in all it says. */
const DIFFERENCES_SHOWN = 6;

const otherSettings = (folder: string, earlier: ResultRecord, { system, task }: Planned<Described>) => {
  const differing = differences(earlier.spec, system.spec);
  const said = (which: 'earlier' | 'now'): string => {
    const more = differing.length - DIFFERENCES_SHOWN;
    const shown = differing.slice(0, DIFFERENCES_SHOWN).map((each) => `${each.name} ${each[which]}`);
    return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
  };
  const sameSpec = differing.length === 0;
  const sameData = earlier.task.contentHash === task.contentHash;
  const what = [
    ...(sameData ? [] : ['other data']),
    ...(sameSpec ? [] : [`other settings: ${said('earlier')}`]),
    ...(sameData && sameSpec ? ['another rule for missing rankings or ties'] : []),
  ];
  return new InputError({
    at: { file: folder },
    found: `a result of ${earlier.name} with ${what.join(' and ')}`,
    ...(!sameSpec && { expected: said('now') }),
    fix: 'add --overwrite to replace it, or choose another --out',
  });
};
