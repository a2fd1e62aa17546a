// Writes schema/experiment.schema.json, which editors complete and check experiment files with, from the schema in src/.
// A test says when the file is behind.
import { writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const { experimentJsonSchema } = await tsImport(
  '../src/experiment/plan/experiment-schema.ts',
  import.meta.url,
);

writeFileSync(
  new URL('../schema/experiment.schema.json', import.meta.url),
  `${JSON.stringify(experimentJsonSchema(), null, 2)}\n`,
);
