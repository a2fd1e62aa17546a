import { InputError } from '../../core/index.js';
import { incompleteLine, isIncomplete } from '../../experiment/record/index.js';
import type { ExportInput } from './format.js';

/** Formats that cannot mark a result refuse incomplete ones, since a number must not come out of work that failed. */
export const refuseIncomplete = ({ results, includeIncomplete = false }: ExportInput): void => {
  const lacking = results.filter(isIncomplete);
  if (lacking.length === 0 || includeIncomplete) return;
  throw new InputError({
    found: `${lacking.length} incomplete results, since work failed: ${lacking.map(({ record }) => incompleteLine(record)).join('; ')}`,
    fix: 'run the same command again to complete them, or choose others with --system and --task',
  });
};
