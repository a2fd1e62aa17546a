import { join } from 'node:path';
import { canonicalJson, type Json, type JsonObject, own, type Task } from '../../core/index.js';
import { packageVersion, readTextIfThere, sha256 } from '../../platform/node/index.js';
import { folderAndSplit, taskRegistry } from '../../tasks/index.js';
import type { CandidateList } from './candidate-lists.js';
import type { SplitFigures } from './figures.js';
import type { LeftOut } from './nano-set.js';
import type { NanoOptions, NanoSettings } from './settings.js';

export const MANIFEST = 'manifest.json';

/** The settings: if they are equal, the files are equal. It has no date, so that the same input gives the same bytes. */
export interface NanoRequest {
  readonly format: 'r2med-nano/1';
  readonly version: string;
  readonly settings: JsonObject;
  readonly sources: readonly JsonObject[];
}

export interface SplitRecord {
  readonly split: string;
  readonly figures: SplitFigures;
  readonly leftOut: LeftOut;
  readonly lists: readonly Pick<CandidateList, 'config' | 'system' | 'spec'>[];
}

export const asked = (
  settings: NanoSettings,
  { dense, pool = [] }: NanoOptions,
  sources: readonly { readonly task: Task; readonly split: string }[],
): NanoRequest => ({
  format: 'r2med-nano/1',
  version: packageVersion(),
  settings: {
    ...settings,
    ties: 'id-ascending',
    ...(dense && { dense: dense.name }),
    ...(pool.length > 0 && { pool: pool.map(({ name }) => name) }),
  },
  sources: sources.map(({ task, split }) => ({
    split,
    task: task.name,
    // The suite of a folder is its path, which is private to its owner.
    ...(Object.hasOwn(taskRegistry(), task.suite) && { suite: task.suite, revision: task.revision }),
    contentHash: task.contentHash,
  })),
});

export const manifestText = (
  wanted: NanoRequest,
  splits: readonly SplitRecord[],
  files: ReadonlyMap<string, Uint8Array>,
): string =>
  `${JSON.stringify(
    {
      ...wanted,
      splits,
      files: Object.fromEntries(
        [...files].map(([path, bytes]) => [path, { bytes: bytes.length, sha256: sha256(bytes) }]),
      ),
    },
    null,
    1,
  )}\n`;

interface Manifest extends NanoRequest {
  readonly files: JsonObject;
}

/** What the set in a folder was made of and holds; nothing where there is no manifest of ours. */
export const manifestIn = async (folder: string): Promise<Manifest | undefined> => {
  const text = await readTextIfThere(join(folder, MANIFEST));
  if (text === undefined) return undefined;
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null;
    return manifest?.format === 'r2med-nano/1' && manifest.settings && manifest.sources && manifest.files
      ? (manifest as Manifest)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Where two manifests differ, in a word each: `sampler`, `seed`, `sources`. */
export const differences = (one: NanoRequest, other: NanoRequest): readonly string[] => {
  const parts = (each: NanoRequest): Readonly<Record<string, Json>> => ({
    ...each.settings,
    version: each.version,
    sources: each.sources,
  });
  const [a, b] = [parts(one), parts(other)];
  const shown = (value: Json | undefined): string => (value === undefined ? '' : canonicalJson(value));
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) => shown(own(a, key)) !== shown(own(b, key)),
  );
};

/** What the split at `FOLDER` or `FOLDER#SPLIT` was made of; undefined where no manifest of ours says it. */
export const builtFrom = async (path: string) => {
  const { folder, split } = folderAndSplit(path);
  const sources = (await manifestIn(folder))?.sources ?? [];
  const source =
    split === undefined && sources.length === 1 ? sources[0] : sources.find((each) => each.split === split);
  return typeof source?.task === 'string' && typeof source.contentHash === 'string'
    ? { task: source.task, contentHash: source.contentHash }
    : undefined;
};
