import { InputError, own, type Task, type Tools } from '../../core/index.js';
import { packageVersion } from '../../platform/node/index.js';
import { croissantText, type DescribedTable, spdxId } from '../metadata/index.js';
import { candidateLists } from './candidate-lists.js';
import { type CardSplit, card } from './card.js';
import { figuresOf } from './figures.js';
import { asked, MANIFEST, manifestText, type SplitRecord } from './manifest.js';
import { setName, splitName } from './names.js';
import { mustBeFree, writeFolder } from './nano-folder.js';
import { type NanoSet, nanoSet, taskOf } from './nano-set.js';
import { tablesOf } from './parquet.js';
import { type NanoOptions, type NanoSettings, settingsOf } from './settings.js';
import { sourceCard } from './source-card.js';

/** Settings of a Nano build, and the folder it writes. */
export interface BuildNanoOptions extends NanoOptions {
  readonly out: string;
  /** Replaces a set made with other settings. */
  readonly overwrite?: boolean;
}

/** What a Nano build wrote. */
export interface NanoReport {
  readonly name: string;
  readonly splits: readonly SplitRecord[];
  readonly files: readonly string[];
  /** `same` where the folder held the same bytes already. */
  readonly outcome: 'written' | 'same';
}

interface Plan {
  readonly settings: NanoSettings;
  readonly sources: readonly { readonly task: Task; readonly split: string }[];
}

/** Cuts tasks down and writes them as a Nano set: Parquet configs, a dataset card, a manifest with hashes. */
export const buildNano = async (
  tasks: readonly Task[],
  { out, overwrite = false, ...options }: BuildNanoOptions,
  tools: Tools,
): Promise<NanoReport> => {
  const { settings, sources } = planOf(tasks, options);
  const wanted = asked(settings, options, sources);
  await mustBeFree(out, wanted, overwrite);
  const splits: SplitRecord[] = [];
  const tables = new Map<string, Uint8Array>();
  for (const { task, split } of sources) {
    const set = await nanoSet(task, split, settings, tools, options.pool);
    const lists = await candidateLists(taskOf(set, task), split, settings, tools, options.dense);
    for (const [config, table] of await tablesOf(set, lists)) tables.set(`${config}/${split}.parquet`, table);
    splits.push({
      split,
      figures: figuresOf(set, lists, settings.hybridDepth),
      leftOut: set.leftOut,
      lists: lists.map(({ config, system, spec }) => ({ config, system, spec })),
    });
  }
  const cards = await cardSplits(sources, splits);
  const files = new Map([
    ...tables,
    ['README.md', Buffer.from(card(settings, configsOf(splits), cards))],
    ['croissant.json', Buffer.from(nanoCroissant(settings, cards, tables))],
  ]);
  const all = new Map<string, string | Uint8Array>([
    ...files,
    [MANIFEST, manifestText(wanted, splits, files)],
  ]);
  const outcome = await writeFolder(out, all, overwrite);
  return { name: settings.name, splits, files: [...all.keys()], outcome };
};

/** What would be built, without candidate lists and without writing anything. */
export const planNano = async (
  tasks: readonly Task[],
  options: NanoOptions,
  tools: Tools,
): Promise<readonly NanoSet[]> => {
  const { settings, sources } = planOf(tasks, options);
  // A pool changes which documents are taken, not how many: what it leaves free is drawn.
  const counted: NanoSettings = settings.sampler === 'hard' ? { ...settings, sampler: 'uniform' } : settings;
  const sets: NanoSet[] = [];
  for (const { task, split } of sources) sets.push(await nanoSet(task, split, counted, tools));
  return sets;
};

const planOf = (tasks: readonly Task[], options: NanoOptions): Plan => {
  const settings = settingsOf(options, setName(tasks));
  const sources = tasks.map((task) => ({ task, split: splitName(settings.name, task, tasks) }));
  const splits = sources.map(({ split }) => split);
  const repeated = splits.find((split, i) => splits.indexOf(split) !== i);
  if (tasks.length === 0 || repeated)
    throw new InputError({
      found: repeated ? `two tasks for the split "${repeated}"` : 'no task to build from',
      expected: 'tasks with different names',
      ...(repeated && { fix: 'rename one of the folders, or build them into different --out' }),
    });
  return { settings, sources };
};

const configsOf = (splits: readonly SplitRecord[]): readonly string[] => [
  ...['corpus', 'queries', 'qrels'],
  ...splits[0]!.lists.map(({ config }) => config),
];

const cardSplits = (
  sources: Plan['sources'],
  splits: readonly SplitRecord[],
): Promise<readonly CardSplit[]> =>
  Promise.all(
    sources.map(async ({ task, split }, i) => ({
      split,
      task: task.name,
      source: await sourceCard(task),
      figures: splits[i]!.figures,
    })),
  );

const COLUMNS: Readonly<Record<string, DescribedTable['columns']>> = {
  corpus: { _id: 'text', text: 'text' },
  queries: { _id: 'text', text: 'text' },
  qrels: { 'query-id': 'text', 'corpus-id': 'text' },
};

const nanoCroissant = (
  { name, queries, documents }: NanoSettings,
  splits: readonly CardSplit[],
  tables: ReadonlyMap<string, Uint8Array>,
): string =>
  croissantText({
    name,
    version: packageVersion(),
    description: `${splits.map(({ task }) => task).join(', ')}, cut down to at most ${queries} queries and ${documents} documents by r2med nano build.`,
    licences: [...new Set(splits.map(({ source }) => spdxId(source.licence ?? 'unknown')))],
    citation: splits.flatMap(({ source }) => source.citation ?? [])[0],
    tables: [...tables].map(([path, bytes]) => ({
      path,
      bytes,
      columns: own(COLUMNS, path.split('/')[0]!) ?? { 'query-id': 'text', 'corpus-ids': 'list' },
    })),
    responsible: {
      dataCollection: `Drawn from ${splits.map(({ source }) => source.origin).join(', ')}.`,
      dataPreprocessingProtocol: ['Rules of HAKARI-Bench for Nano sets; README.md lists them.'],
      dataUseCases: ['Quick comparison of retrievers. Scores are not those of the whole tasks.'],
      dataLimitations: ['A small corpus: scores are higher than on the whole task.'],
    },
  });
