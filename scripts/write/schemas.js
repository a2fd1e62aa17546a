import { tsImport } from 'tsx/esm/api';

const { experimentJsonSchema } = await tsImport(
  '../../src/experiment/plans/experiment-schema.ts',
  import.meta.url,
);
const { declaredStages } = await tsImport('../../src/experiment/systems/stage-settings.ts', import.meta.url);
const { leaderboardJsonSchema } = await tsImport(
  '../../src/analysis/export/leaderboard-file.ts',
  import.meta.url,
);

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The schema of experiment files, with the settings that stages declare, and that of what `r2med export json` writes. */
export const write = () => {
  const examples = Object.values(declaredStages()).flatMap(({ example }) => example ?? []);
  return {
    'schema/experiment.schema.json': json(experimentJsonSchema(examples)),
    'schema/leaderboard.schema.json': json(leaderboardJsonSchema()),
  };
};
