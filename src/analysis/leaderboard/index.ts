export { type BoardRow, boardRows, type SystemKind } from './board.js';
export {
  type VectorEfficiency,
  vectorEfficiency,
} from './efficiency.js';
export { type LatexView, latexTable } from './latex-table.js';
export { COSTS, type CostName, costFront, paretoFront } from './pareto.js';
export type { SystemCost } from './system-cost.js';
export { meanLine, type ResultTable, type ResultTableRow, tabulate, tasksOfAll } from './tabulate.js';
export { type PublishedTableRow, tabulatePublished } from './tabulate-published.js';
export { inseparableSets, rankRanges } from './uncertain-ranks.js';
export { type DrawnSystem, rangesOfDrawn, type UncertaintyWork, uncertaintyWork } from './uncertainty.js';
