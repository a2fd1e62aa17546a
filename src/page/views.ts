import type { View } from './view.js';
import { compare } from './views/compare/index.js';
import { cost } from './views/cost/index.js';
import { leaderboard } from './views/leaderboard/index.js';
import { progress } from './views/progress/index.js';

/** Every view, in the order of the navigation: one line each. The first is shown when the address names none. */
export const views: readonly View[] = [leaderboard, compare, cost, progress];
