import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError, type Task } from '../../../core/index.js';
import { readTextFile } from '../../../platform/node/index.js';
import { openFolder } from '../../../tasks/index.js';
import { firstIssue } from '../yaml-file.js';

/** The manifest of a release. */
export const MANIFEST = 'release.json';

const Manifest = z.looseObject({
  format: z.literal('r2med-release/1'),
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9]*$/),
  version: z.string(),
  contentHash: z.string(),
  tasks: z.array(z.looseObject({ task: z.string().regex(/^[\w-]+$/) })).min(1),
  files: z.record(z.string(), z.strictObject({ bytes: z.number(), sha256: z.string() })),
});
export type ReleaseManifest = z.infer<typeof Manifest>;

export interface Release {
  readonly folder: string;
  readonly manifest: ReleaseManifest;
}

/** The release in a folder, by its manifest. */
export const readRelease = async (folder: string): Promise<Release> => {
  const file = join(folder, MANIFEST);
  const refused = (found: string) =>
    new InputError({
      at: { file },
      found,
      expected: 'a release that r2med build assemble wrote',
      fix: 'name its folder, for example build/release/1.0.0',
    });
  const there = await stat(file).catch(() => undefined);
  if (!there?.isFile()) throw refused('no release');
  const text = await readTextFile(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused('not JSON');
  }
  const { success, data, error } = Manifest.safeParse(value);
  if (!success) throw refused(firstIssue(error));
  return { folder, manifest: data };
};

/** Its tasks by name, in R2MED's layout. */
export const releasedTasks = async ({ folder, manifest }: Release): Promise<ReadonlyMap<string, Task>> => {
  const tasks = new Map<string, Task>();
  for (const { task } of manifest.tasks)
    tasks.set(
      task,
      await openFolder(join(folder, 'r2med', task), {
        name: task,
        suite: manifest.name,
        revision: manifest.version,
      }),
    );
  return tasks;
};
