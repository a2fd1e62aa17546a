import type { Reader } from '../reader.js';
import { answerReaders } from './answers.js';
import { formatReaders } from './formats.js';
import { modelReaders } from './models.js';
import { resultReaders } from './results.js';
import { serverReaders } from './servers.js';
import { tableReaders } from './tables.js';
import { taskReaders } from './tasks.js';
import { textReaders } from './texts.js';

export { InputError, R2medError } from '../../../src/core/index.js';

/** Everything that reads what others wrote. A test compares it with the registries. */
export const readers: readonly Reader[] = [
  ...formatReaders,
  ...tableReaders,
  ...taskReaders,
  ...resultReaders,
  ...modelReaders,
  ...serverReaders,
  ...answerReaders,
  ...textReaders,
];
