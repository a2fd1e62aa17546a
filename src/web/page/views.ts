import type { View } from './view.js';
import { answers } from './views/answers/index.js';
import { audit } from './views/audit/index.js';
import { compare } from './views/compare/index.js';
import { cost } from './views/cost/index.js';
import { failures } from './views/failures/index.js';
import { leaderboard } from './views/leaderboard/index.js';
import { live } from './views/live/index.js';
import { llms } from './views/llms/index.js';
import { matrix } from './views/matrix/index.js';
import { nano } from './views/nano/index.js';
import { notes } from './views/notes/index.js';
import { progress } from './views/progress/index.js';
import { query } from './views/query/index.js';
import { search } from './views/search/index.js';
import { system } from './views/system/index.js';
import { task } from './views/task/index.js';
import { variants } from './views/variants/index.js';

/** Every view, in the order of the navigation: one line each. The first is shown when the address names none. */
export const views: readonly View[] = [
  leaderboard,
  task,
  matrix,
  failures,
  answers,
  compare,
  variants,
  llms,
  cost,
  progress,
  nano,
  audit,
  search,
  live,
  notes,
  query,
  system,
];
