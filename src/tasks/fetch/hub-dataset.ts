import { groupBy, InputError, listed, nearest } from '../../core/index.js';
import { splitsAmong, tablesOfSplit } from '../columns/split-tables.js';
import { isDataName, tablesOf } from '../columns/tables-in.js';
import { noSuchSplit, severalSplits } from '../unrecognised-folder.js';

/** A dataset of the hub, as `--data` names it. */
export interface HubDataset {
  /** `ORG/NAME`. */
  readonly repository: string;
  /** What the task is called. */
  readonly name: string;
  /** One of its configurations: a folder, or what names of folders and files begin with. */
  readonly config?: string;
  readonly split?: string;
}

const PREFIX = 'hub:';

/** Whether `--data` names a dataset of the hub rather than a folder. */
export const isHubDataset = (data: string): boolean => data.startsWith(PREFIX);

/** Reads `hub:ORG/NAME[:CONFIG][#SPLIT]`. */
export const parseHubDataset = (data: string): HubDataset => {
  const [, repository, name, config, split] =
    /^hub:([\w.-]+\/([\w.-]+))(?::([^:#/]+))?(?:#([^#/]+))?$/.exec(data) ?? [];
  if (repository === undefined || /(?:^|\/)\.+(?:\/|$)/.test(repository))
    throw new InputError({
      found: `--data ${data}`,
      expected: 'hub:ORG/NAME, hub:ORG/NAME:CONFIG or hub:ORG/NAME#SPLIT',
      fix: 'write it as hub:mteb/nfcorpus',
    });
  return {
    repository,
    name: name!,
    ...(config !== undefined && { config }),
    ...(split !== undefined && { split }),
  };
};

/** Whether a path of a repository may hold data, and leads nowhere else. */
export const isDatasetPath = (path: string): boolean => {
  const parts = path.split('/');
  return (
    parts.every((part) => part !== '' && !part.startsWith('.') && !part.includes('\\')) &&
    isDataName(parts.at(-1)!)
  );
};

/** Those of a repository's files that are the dataset: of its configuration, and of one split where its names have several. */
export const datasetFiles = (
  data: string,
  { config, split }: HubDataset,
  paths: readonly string[],
): readonly string[] => {
  const own = config === undefined ? paths : paths.filter((path) => isOf(path, config));
  if (own.length === 0) throw nothingOf(data, config, paths);
  const tables = tablesOf('', own);
  const splits = splitsAmong(tables);
  const { tables: chosen, several } = tablesOfSplit(tables, split);
  const [base] = data.split('#');
  if (
    split !== undefined &&
    !tables.some((table) => table.split === split || table.split?.startsWith(`${split}.`))
  )
    throw noSuchSplit(base!, split, splits);
  if (several.length > 1) throw severalSplits(base!, several);
  return chosen.flatMap((table) => table.paths);
};

/** A configuration is a folder, or the first part of the name of a folder or file: `en` of `en-corpus`. */
const isOf = (path: string, config: string): boolean =>
  path
    .split('/')
    .some((part) => part === config || (part.startsWith(config) && /^[-_.]/.test(part.slice(config.length))));

const SHOWN = 20;

const nothingOf = (data: string, config: string | undefined, paths: readonly string[]): InputError => {
  const tops = [...groupBy(paths, (path) => path.split('/')[0]!).keys()];
  const near = config === undefined ? undefined : nearest(config, tops);
  return new InputError({
    at: { file: data },
    found: config === undefined ? 'no files of data' : `no files of a configuration "${config}"`,
    expected:
      tops.length > 0 ? `one of ${listed(tops.slice(0, SHOWN), 'or')}` : 'JSON lines, Parquet, CSV or TSV',
    fix: near
      ? `did you mean ${data.replace(`:${config}`, `:${near}`)}?`
      : 'see which files its page on the hub lists',
  });
};
