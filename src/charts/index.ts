export { Chart } from './chart.js';
export { type DifficultQuery, Difficulty } from './difficulty.js';
export { IntervalMark } from './interval-mark.js';
export { type IntervalRow, IntervalRows } from './interval-rows.js';
export { KindMark } from './kind-mark.js';
export { type Palette, paperPalette, screenPalette } from './palette.js';
export { ScoreStrip } from './score-strip.js';
export { SolvedBy } from './solved-by.js';
