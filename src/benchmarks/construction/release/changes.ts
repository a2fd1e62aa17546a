import { join } from 'node:path';
import { counted, type Task } from '../../../core/index.js';
import { readTextIfThere } from '../../../platform/node/index.js';
import type { Release } from './read-release.js';
import { releasedTasks } from './read-release.js';
import { type Changes, diffTasks, isSameTask, type TaskDiff } from './task-diff.js';

export const CHANGES = 'CHANGES.md';

/** What a version changed, as its changelog and `changes.json` tell it. */
export interface ReleaseChanges {
  readonly from: string;
  readonly to: string;
  readonly tasks: readonly TaskDiff[];
}

/** Tasks of two releases side by side; one that only one of them has was added or removed whole. */
export const releaseChanges = async (
  before: Release,
  to: string,
  after: ReadonlyMap<string, Task>,
): Promise<ReleaseChanges> => {
  const earlier = await releasedTasks(before);
  const tasks: TaskDiff[] = [];
  for (const name of new Set([...earlier.keys(), ...after.keys()]))
    tasks.push(await diffTasks(earlier.get(name), after.get(name)));
  return { from: before.manifest.version, to, tasks };
};

/** What is counted, and what its changes are called. */
const PARTS = ['queries', 'documents', 'judgements', 'excluded'] as const;

const countsText = ({ added, removed, changed }: Changes): string =>
  [
    added.length > 0 ? `${added.length} added` : '',
    removed.length > 0 ? `${removed.length} removed` : '',
    changed.length > 0 ? `${changed.length} changed` : '',
  ]
    .filter(Boolean)
    .join(', ');

/** Ids of queries are listed, up to this many; everything is in changes.json. */
const LISTED = 20;

const listed = (what: string, ids: readonly string[]): readonly string[] =>
  ids.length === 0
    ? []
    : [
        `  - ${what}: ${ids
          .slice(0, LISTED)
          .map((id) => `\`${id}\``)
          .join(', ')}${ids.length > LISTED ? `, and ${ids.length - LISTED} more` : ''}`,
      ];

const taskLines = (diff: TaskDiff): readonly string[] => {
  if (isSameTask(diff)) return [`- ${diff.task}: unchanged`];
  const parts = PARTS.flatMap((part) => {
    const text = countsText(diff[part]);
    return text ? [`${part === 'excluded' ? 'left open' : part} ${text}`] : [];
  });
  return [
    `- ${diff.task}: ${parts.join('; ')}`,
    ...listed('queries added', diff.queries.added),
    ...listed('queries removed', diff.queries.removed),
    ...listed('queries changed', diff.queries.changed),
  ];
};

const TITLE = '# Changes\n';

/** The changelog: this version first, then what the earlier release's changelog says. */
export const changelog = async (
  version: string,
  why: string,
  changes: ReleaseChanges | undefined,
  previous?: Release,
): Promise<string> => {
  const lines = changes
    ? [
        `Compared with ${changes.from}:`,
        '',
        ...changes.tasks.flatMap(taskLines),
        ...(changes.tasks.every(isSameTask) ? [] : ['', 'Scores on different versions are not comparable.']),
      ]
    : ['First version.'];
  const earlier = previous && (await readTextIfThere(join(previous.folder, CHANGES)));
  const before =
    earlier?.slice(earlier.startsWith(TITLE) ? TITLE.length : 0) ??
    (previous ? `\n## ${previous.manifest.version}\n` : '');
  return `${TITLE}\n## ${version}\n\n${why ? `${why}\n\n` : ''}${lines.join('\n')}\n${before}`;
};

/** In a line, for the terminal. */
export const changeSummary = ({ from, tasks }: ReleaseChanges): string => {
  const moved = tasks.filter((task) => !isSameTask(task)).length;
  return `${moved === 0 ? 'no task differs' : `${counted(moved, 'task')} differ${moved === 1 ? 's' : ''}`} from ${from}`;
};
