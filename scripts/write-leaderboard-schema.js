// Writes schema/leaderboard.schema.json, which describes what `r2med export json` writes, from the schema in src/.
// A test says when the file is behind.
import { writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const { leaderboardJsonSchema } = await tsImport(
  '../src/analysis/export/leaderboard-file.ts',
  import.meta.url,
);

writeFileSync(
  new URL('../schema/leaderboard.schema.json', import.meta.url),
  `${JSON.stringify(leaderboardJsonSchema(), null, 2)}\n`,
);
