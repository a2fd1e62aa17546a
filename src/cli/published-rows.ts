import {
  type PublishedTableRow,
  type ResultTable,
  tabulate,
  tabulatePublished,
} from '../analysis/leaderboard/index.js';
import { InputError, own } from '../core/index.js';
import type { PublishedEntry, Result } from '../experiment/record/index.js';
import { publishedEntries, readHakariFolder, readReferenceFolder } from '../experiment/results/index.js';
import { sayLine } from '../platform/node/index.js';
import { isFolderTask, suite as suiteOf } from '../tasks/index.js';

/** A table with other results of the same suite next to it. */
export interface WithPublished {
  readonly table: ResultTable;
  readonly published: readonly PublishedTableRow[];
}

/** The flags that put results of others next to records. */
interface PublishedFlags {
  readonly published?: boolean;
  readonly hakari?: string;
}

/** Whether results of others are asked for. */
export const showsOthers = ({ published, hakari }: PublishedFlags): boolean =>
  (published ?? false) || hakari !== undefined;

/** Result files handed in to HAKARI-Bench, under the names of our tasks. */
const submittedTo = (folder: string, suite: string): Promise<readonly PublishedEntry[]> => {
  if (suite !== 'nano')
    throw new InputError({
      found: `--hakari with suite ${suite}`,
      expected: 'suite nano, which HAKARI-Bench has',
      fix: 'add --suite nano',
    });
  const tasks = suiteOf('nano').tasks.flatMap(({ name, source }) =>
    source.from === 'parquet' ? [[source.split, name] as const] : [],
  );
  return readHakariFolder(folder, new Map(tasks));
};

/** A table with the published results of the same suite on the same tasks; without records, on the tasks that flags name. */
export const withPublished = async (
  table: ResultTable,
  results: readonly Result[],
  flags: PublishedFlags & { readonly suite?: string; readonly task?: readonly string[] },
): Promise<WithPublished> => {
  const suite = suiteShown(results, flags);
  const submitted = flags.hakari === undefined ? [] : await submittedTo(flags.hakari, suite);
  const own = results[0]?.record.task.suite === suite ? table : { ...table, tasks: [], rows: [] };
  if (own !== table && results.length > 0)
    sayLine(
      `results on suite ${results[0]!.record.task.suite} are left out: it has no published results; these are on suite ${suite}`,
    );
  const found = beside(own, [...publishedEntries(suite), ...submitted], suite, flags);
  if (found.published.length > 0) return found;
  throw new InputError({
    found: `no published ${table.measure} on suite ${suite}`,
    fix:
      suite === 'sample'
        ? 'its texts are of this project alone: leave out --published'
        : 'leave out --published, or choose another --measure',
  });
};

/**
 * The files of a folder that the reference implementation wrote, as a table, with published results where they are asked for; undefined
 * for any other folder.
 */
export const referenceTable = async (
  folder: string,
  measure: string,
  flags: { readonly suite?: string; readonly task?: readonly string[]; readonly published?: boolean },
): Promise<WithPublished | undefined> => {
  const read = await readReferenceFolder(folder, todaysName);
  if (!read) return undefined;
  const [suite, ...others] = [...new Set(read.map((entry) => entry.suite))];
  if (others.length > 0 || (flags.suite !== undefined && flags.suite !== suite))
    throw new InputError({
      at: { file: folder },
      found: `result files on suite ${[suite, ...others].join(', ')}`,
      expected: flags.suite === undefined ? 'one suite' : `suite ${flags.suite}`,
      fix: 'name another folder with --results',
    });
  const present = new Set(read.flatMap(({ scores }) => Object.keys(scores)));
  const tasks = [...present].filter((task) => isNamed(task, flags));
  const empty = tabulate([], { measure });
  const entries = [...read, ...(flags.published ? publishedEntries(suite) : [])];
  const ofAll = tasks.filter((task) =>
    read.every(({ scores }) => own(own(scores, task) ?? {}, measure) !== undefined),
  );
  const meanOf = flags.task ? tasks : ofAll;
  const found = beside({ ...empty, tasks, meanOf }, entries, suite!, flags);
  if (found.published.length > 0) return found;
  throw new InputError({
    at: { file: folder },
    found: `no ${measure} in the result files`,
    fix: 'choose another --measure',
  });
};

const beside = (
  table: ResultTable,
  entries: readonly PublishedEntry[],
  suite: string,
  flags: { readonly task?: readonly string[] },
): WithPublished => {
  const tasks = suiteOf(suite).tasks.filter(({ name }) =>
    table.tasks.length > 0 ? table.tasks.includes(name) : isNamed(name, flags),
  );
  const names = tasks.map(({ name }) => name);
  const meanOf = table.tasks.length > 0 ? table.meanOf : names;
  const published = tabulatePublished(entries, { measure: table.measure, tasks, meanOf });
  return { table: { ...table, tasks: names, meanOf }, published };
};

const isNamed = (name: string, { task }: { readonly task?: readonly string[] }): boolean =>
  task?.some((each) => ['all', name.toLowerCase()].includes(each.toLowerCase())) ?? true;

/** Tasks had other names when the first results were published. */
const todaysName = (name: string): string =>
  suiteOf('r2med').tasks.find((task) => task.name === name || task.aliases.includes(name))?.name ?? name;

/** The suite whose published results are shown: the one that is named, else that of the records, or R2MED next to records of a suite without published results. */
const suiteShown = (results: readonly Result[], { suite }: { readonly suite?: string }): string => {
  const [task] = results.map(({ record }) => record.task);
  if (task && isFolderTask(task))
    throw new InputError({
      found: `--published, and results on ${task.name}, a folder of your own`,
      expected: 'results on the tasks of a suite',
      fix: 'leave out --published, or choose a suite with --suite',
    });
  if (suite !== undefined) return suite;
  return task && publishedEntries(task.suite).length > 0 ? task.suite : 'r2med';
};
