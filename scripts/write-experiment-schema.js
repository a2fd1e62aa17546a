// Writes schema/experiment.schema.json, which editors complete and check experiment files with, from the schema in src/ and the
// settings that stages declare. A test says when the file is behind.
import { writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const { experimentJsonSchema } = await tsImport(
  '../src/experiment/plans/experiment-schema.ts',
  import.meta.url,
);
const { declaredStages } = await tsImport('../src/experiment/systems/stage-settings.ts', import.meta.url);

const examples = Object.values(declaredStages()).flatMap(({ example }) => example ?? []);
writeFileSync(
  new URL('../schema/experiment.schema.json', import.meta.url),
  `${JSON.stringify(experimentJsonSchema(examples), null, 2)}\n`,
);
