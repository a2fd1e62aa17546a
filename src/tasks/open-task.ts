import { InputError, type JsonObject, type Task, WorkError } from '../core/index.js';
import type { Environment } from '../machine/index.js';
import { type TaskRow, taskRow } from './catalogue.js';
import { folderFormats, PARTS } from './formats/index.js';
import { openFolder } from './open-folder.js';
import { taskStatus } from './task-status.js';
import { listed } from './wording.js';

export interface OpenTaskOptions {
  /** The folder that holds the task's files, instead of where `r2med fetch` puts them. */
  readonly folder?: string;
  /** False opens a task whose counts are not those of the catalogue. */
  readonly verify?: boolean;
  /** Says where the hub cache is; the process's own by default. */
  readonly env?: Environment;
}

/** Opens a task of the catalogue from this machine; it never touches the network. */
export const openTask = async (
  suiteName: string,
  taskName: string,
  options: OpenTaskOptions = {},
): Promise<Task> => openRow(taskRow(suiteName, taskName), options);

export const openRow = async (
  row: TaskRow,
  { folder, verify = true, env = process.env }: OpenTaskOptions = {},
): Promise<Task> => {
  const { name, suite, source } = row;
  const task = await openFolder(folder ?? (await folderOnDisk(row, env)), {
    name,
    suite,
    ...(source.from === 'hub' && { revision: source.revision }),
    about: aboutTask(row),
  });
  // The package's own files are checked when it is tested.
  if (verify && source.from !== 'package') await mustMatch(task, row);
  return task;
};

const folderOnDisk = async (row: TaskRow, env: Environment): Promise<string> => {
  const { state, folder, missing } = await taskStatus(row, env);
  if (state === 'later')
    throw new WorkError(
      `${row.name} of suite ${row.suite} is published as Parquet files; reading Parquet is not available yet in this version`,
      `use suite r2med or sample, or give a folder with ${listed(neededFiles())}`,
    );
  if (state === 'present') return folder!;
  const what =
    state === 'absent'
      ? `${row.name} of suite ${row.suite} is not on this machine`
      : `${row.name} of suite ${row.suite} is not complete on this machine: no ${listed(missing, 'or')}`;
  throw new WorkError(what, howToGet(row, folder!, missing));
};

const neededFiles = (): readonly string[] => PARTS.map((part) => folderFormats.r2med.files[part][0]);

const howToGet = ({ name, source }: TaskRow, folder: string, missing: readonly string[]): string =>
  source.from === 'hub'
    ? `r2med fetch --task ${name}, or put ${listed(missing)} of hub dataset ${source.repository} ` +
      `(revision ${source.revision}) into ${folder}`
    : 'install the package again';

/** What results show of a task besides its name. */
const aboutTask = (row: TaskRow): JsonObject => ({
  family: row.family,
  familyTitle: row.familyTitle,
  labels: row.labels,
  ...(row.licence && { licence: row.licence }),
  ...(row.sameAs && { sameAs: row.sameAs }),
  ...(row.mtebTask && { mtebTask: row.mtebTask }),
  ...(row.source.from !== 'package' && { repository: row.source.repository }),
});

const COUNTED = {
  queries: 'queries',
  documents: 'documents',
  uniqueDocuments: 'distinct document ids',
  judgements: 'judgements',
} as const satisfies Record<keyof TaskRow['counts'], string>;

const mustMatch = async (task: Task, row: TaskRow): Promise<void> => {
  const census = await task.census();
  const differing = (Object.keys(COUNTED) as (keyof typeof COUNTED)[]).filter(
    (count) => census[count] !== row.counts[count],
  );
  if (differing.length === 0) return;
  const say = (counts: TaskRow['counts']) =>
    listed(differing.map((count) => `${counts[count]} ${COUNTED[count]}`));
  throw new InputError({
    at: { file: task.folder ?? task.name },
    found: say(census),
    expected: `${say(row.counts)}, as ${row.name} of suite ${row.suite} has`,
    fix:
      row.source.from === 'hub'
        ? `fetch revision ${row.source.revision} again, or open the folder as a task of its own`
        : 'open the folder as a task of its own',
  });
};
