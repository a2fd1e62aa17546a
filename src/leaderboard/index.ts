export { COSTS, type CostName, costFront } from './cost-front.js';
export { type Efficiency, type EfficiencyRow, type EfficiencyView, efficiency } from './efficiency.js';
export { type Aims, paretoFront } from './pareto.js';
export type { PublishedEntry, PublishedOrigin } from './published-entry.js';
export type { SystemCost } from './system-cost.js';
export { type Table, type TableRow, type TableView, tabulate } from './tabulate.js';
export { type PublishedTableRow, type PublishedTask, tabulatePublished } from './tabulate-published.js';
