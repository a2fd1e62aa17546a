import { WorkError } from '../core/index.js';
import type { WantedModel } from '../embedders/index.js';

/** Used where no download is allowed: a model must be on this machine. */
export const localModelsOnly = async ({ repository }: WantedModel): Promise<string> => {
  throw new WorkError(`${repository} is not on this machine`, `r2med fetch --model ${repository}`);
};
