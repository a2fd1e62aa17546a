// Writes schema/experiment.schema.json, which editors complete and check experiment files with, from the schema in src/.
// Build first; a test says when the file is behind.
import { writeFileSync } from 'node:fs';
import { experimentJsonSchema } from '../dist/experiment/plan/experiment-schema.js';

writeFileSync(
  new URL('../schema/experiment.schema.json', import.meta.url),
  `${JSON.stringify(experimentJsonSchema(), null, 2)}\n`,
);
