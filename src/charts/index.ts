export { Chart } from './chart.js';
export { type IntervalRow, IntervalRows } from './interval-rows.js';
export { KindMark } from './kind-mark.js';
export { type Palette, paperPalette, screenPalette } from './palette.js';
