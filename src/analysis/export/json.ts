import { defined } from '../../core/index.js';
import { packageVersion } from '../../platform/node/index.js';
import type { ExportFormat, ExportInput } from './format.js';
import type { LeaderboardFile } from './leaderboard-file.js';

/** A table for other programs. */
export const json: ExportFormat = {
  summary: 'leaderboard.json, unrounded, described by schema/leaderboard.schema.json',
  files: async (input) => ({
    files: [{ path: 'leaderboard.json', content: `${JSON.stringify(leaderboardFile(input), null, 2)}\n` }],
    notes: [],
  }),
};

const leaderboardFile = ({ results, table, published }: ExportInput): LeaderboardFile => ({
  version: 1,
  tool: `r2med ${packageVersion()}`,
  suite: results[0]?.record.task.suite ?? published[0]?.entry.suite ?? '',
  measure: table.measure,
  tasks: [...table.tasks],
  meanOf: [...table.meanOf],
  systems: table.rows.map((row) => ({
    system: row.system,
    name: row.name,
    ...defined({
      mean: row.mean,
      interval: row.interval && ([...row.interval] as [number, number]),
      meanOfQueries: row.queryWeighted,
      meanWithoutBiology: row.withoutBiology,
    }),
    families: { ...row.families },
    scores: { ...row.scores },
    ...(row.incomplete && { incomplete: { ...row.incomplete } }),
    missingTasks: [...row.missingTasks],
    cost: { ...row.cost },
    fingerprints: Object.fromEntries(
      results
        .filter(({ record }) => record.system === row.system)
        .map(({ record }) => [record.task.name, record.fingerprint]),
    ),
  })),
  published: published.map(({ entry, mean, meanIs, scores, missingTasks, marks }) => ({
    id: entry.id,
    name: entry.name,
    kind: entry.kind,
    source: entry.origin.source,
    title: entry.origin.title,
    ...(entry.date !== undefined && { date: entry.date }),
    protocol: entry.protocol,
    caveats: [...entry.caveats],
    marks: [...marks],
    ...(mean !== undefined && { mean, meanIs: meanIs! }),
    scores: { ...scores },
    missingTasks: [...missingTasks],
  })),
});
