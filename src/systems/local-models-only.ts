import { WorkError } from '../core/index.js';
import type { WantedModel } from '../embedders/index.js';

/** What stands for bringing models where nobody said how: they must be there. */
export const localModelsOnly = async ({ repository }: WantedModel): Promise<string> => {
  throw new WorkError(`${repository} is not on this machine`, `r2med fetch --model ${repository}`);
};
