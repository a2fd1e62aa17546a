import { readdirSync } from 'node:fs';
import { lookup } from '../../core/index.js';
import { packagePath } from '../../platform/node/index.js';
import { expand, type PlannedRun } from './expand.js';
import type { Experiment } from './experiment-schema.js';
import { readExperiment } from './read-experiment.js';

/** A known way to search, as an experiment that can be run. */
export interface Recipe {
  readonly name: string;
  readonly file: string;
  readonly title: string;
  readonly systems: readonly string[];
  readonly runs: readonly PlannedRun[];
  readonly recipe: NonNullable<Experiment['recipe']>;
}

const FOLDER = 'experiments/recipes';

/** Files of the recipes in the package, by name. */
const recipeFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(packagePath(FOLDER))
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => [file.replace(/\.yaml$/, ''), packagePath(`${FOLDER}/${file}`)]),
  );

/** The experiment file of a recipe. */
export const recipeFile = (name: string): string => lookup('recipe', recipeFiles(), name);

export const readRecipes = async (): Promise<readonly Recipe[]> =>
  Promise.all(
    Object.entries(recipeFiles()).map(async ([name, file]) => {
      const { experiment, placeOf } = await readExperiment(file);
      const { title = name, recipe } = experiment;
      const { runs } = expand(experiment, placeOf);
      return {
        name,
        file,
        title,
        systems: runs.map(({ system }) => system),
        runs,
        recipe: recipe ?? { source: 'ours', needs: [], differs: [] },
      };
    }),
  );
