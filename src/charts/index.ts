export { Chart } from './chart.js';
export { CostChart, type CostPoint } from './cost-chart.js';
export { type IntervalRow, IntervalRows } from './interval-rows.js';
export { KindMark } from './kind-mark.js';
export { type PairPoint, PairScatter } from './pair-scatter.js';
export { type Palette, paperPalette, screenPalette } from './palette.js';
export { type DatedPoint, ProgressChart } from './progress-chart.js';
export { type RankedColumn, type RankedDocument, RankLines } from './rank-lines.js';
