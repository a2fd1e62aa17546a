/** r2med/leaderboard: results become tables of scores and costs. Runs in a browser. */
export {
  type Aims,
  COSTS,
  type CostName,
  costFront,
  type Efficiency,
  type EfficiencyRow,
  type EfficiencyView,
  efficiency,
  paretoFront,
  type SystemCost,
  type Table,
  type TableRow,
  type TableView,
  tabulate,
} from './index.js';
