import { join } from 'node:path';
import { documentsById, type Task } from '../../../core/index.js';
import { sha256 } from '../../../platform/node/index.js';
import { openFolder } from '../../../tasks/index.js';
import { contentHash } from '../assemble/release-files.js';
import { filesIn } from '../assemble/release-folder.js';
import { CROISSANT } from './describe-release.js';
import { MANIFEST, type Release, type ReleaseManifest } from './read-release.js';

/** What keeps a release from being published as it is. */
interface Missing {
  readonly rule: string;
  readonly found: string;
  readonly fix: string;
}

/** A task as a user would open it, in one layout. */
interface OpenedLayout {
  readonly layout: string;
  readonly task: string;
  readonly queries: number;
  readonly documents: number;
  readonly judgements: number;
}

/** What would be uploaded, and whether its users could read it. */
export interface ReleaseVerdict {
  readonly name: string;
  readonly version: string;
  readonly files: number;
  readonly bytes: number;
  readonly layouts: readonly OpenedLayout[];
  readonly missing: readonly Missing[];
}

const AGAIN = 'make the release again with r2med build assemble, and upload it unchanged';

/** Reads every file of a release against its manifest, and opens every task in every layout as a user would. */
export const checkRelease = async ({ folder, manifest }: Release): Promise<ReleaseVerdict> => {
  const files = await filesIn(folder);
  const { name, version } = manifest;
  const { layouts, missing } = await openedLayouts(folder, manifest);
  return {
    name,
    version,
    files: files.size,
    bytes: [...files.values()].reduce((sum, { length }) => sum + length, 0),
    layouts,
    missing: [...fileFaults(files, manifest), ...tableFaults(files), ...missing],
  };
};

const fileFaults = (
  files: ReadonlyMap<string, Uint8Array>,
  manifest: ReleaseManifest,
): readonly Missing[] => {
  const listed = new Map(Object.entries(manifest.files));
  return [
    ...[...listed].flatMap(([path, { sha256: hash }]): readonly Missing[] => {
      const bytes = files.get(path);
      if (!bytes) return [{ rule: 'files', found: `${path} is not there`, fix: AGAIN }];
      return sha256(bytes) === hash
        ? []
        : [{ rule: 'files', found: `${path} was changed after the release was made`, fix: AGAIN }];
    }),
    ...[...files.keys()]
      .filter((path) => path !== MANIFEST && !listed.has(path))
      .map((path) => ({
        rule: 'files',
        found: `${path} is not of the release`,
        fix: 'move it elsewhere: it would be uploaded too',
      })),
    ...(contentHash(files) === manifest.contentHash
      ? []
      : [{ rule: MANIFEST, found: 'its content hash is not that of the tasks', fix: AGAIN }]),
  ];
};

/** The card and Croissant lead users to tables: these must be there. */
const tableFaults = (files: ReadonlyMap<string, Uint8Array>): readonly Missing[] => {
  const text = (path: string): string => Buffer.from(files.get(path) ?? []).toString('utf8');
  const named = (file: string, paths: readonly string[]): readonly Missing[] =>
    paths.length === 0
      ? [{ rule: file, found: 'names no table', fix: AGAIN }]
      : paths
          .filter((path) => !files.has(path))
          .map((path) => ({ rule: file, found: `names ${path}, which is not there`, fix: AGAIN }));
  const [, front = ''] = text('README.md').split(/^---$/m);
  return [
    ...named(
      'README.md',
      [...front.matchAll(/^ {4}path: (\S.*)$/gm)].map(([, path]) => path!),
    ),
    ...named(
      CROISSANT,
      [...text(CROISSANT).matchAll(/"contentUrl": "([^"]+)"/g)].map(([, path]) => path!),
    ),
  ];
};

const LAYOUTS = [
  ['r2med', (folder: string, task: string) => join(folder, 'r2med', task)],
  ['beir', (folder: string, task: string) => join(folder, 'beir', task)],
  ['parquet', (folder: string, task: string) => `${join(folder, 'parquet')}#${task}`],
] as const;

/** The same queries, documents and judgements must come out of every layout. */
const openedLayouts = async (folder: string, { tasks }: ReleaseManifest) => {
  const layouts: OpenedLayout[] = [];
  const missing: Missing[] = [];
  for (const { task } of tasks) {
    let first: string | undefined;
    for (const [layout, path] of LAYOUTS)
      try {
        const { content, ...counts } = await contentOf(await openFolder(path(folder, task)));
        layouts.push({ layout, task, ...counts });
        if (first !== undefined && content !== first)
          missing.push({ rule: layout, found: `${task}: other content than r2med/${task}`, fix: AGAIN });
        first ??= content;
      } catch (error) {
        missing.push({ rule: layout, found: `${task}: ${(error as Error).message}`, fix: AGAIN });
      }
  }
  return { layouts, missing };
};

const contentOf = async ({ queries, judgements, corpus, excluded }: Task) => {
  const documents = [...(await documentsById(corpus)).values()].map(({ id, text }) => [id, text]);
  const pairs = [...judgements].map(([query, grades]) => [query, [...grades]] as const);
  const left = [...(excluded ?? [])].map(([query, ids]) => [query, [...ids]]);
  return {
    queries: queries.length,
    documents: documents.length,
    judgements: pairs.reduce((sum, [, grades]) => sum + grades.length, 0),
    content: sha256(
      JSON.stringify([
        queries.map(({ id, text }) => [id, text]),
        documents.sort(),
        pairs.sort(),
        left.sort(),
      ]),
    ),
  };
};
