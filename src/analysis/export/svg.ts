import { InputError } from '../../core/index.js';
import type { DrawnChart } from './draw-charts.js';
import type { ExportFormat, ExportInput } from './format.js';

/** The charts of results, drawn late: only these formats need what draws. */
export const drawnCharts = async (input: ExportInput): Promise<readonly DrawnChart[]> => {
  const { drawCharts } = await import('./draw-charts.js');
  const drawn = drawCharts(input);
  if (drawn.length > 0) return drawn;
  throw new InputError({
    found: 'nothing to draw: no system has a score that counts',
    fix: 'complete the results, or count incomplete ones with --include-incomplete',
  });
};

/** Charts as vector graphics. */
export const svg: ExportFormat = {
  summary: 'charts as SVG: means.svg, tasks.svg and quality against each cost (cost-seconds.svg, …)',
  files: async (input) => ({
    files: (await drawnCharts(input)).map((chart) => ({ path: `${chart.name}.svg`, content: chart.svg })),
    notes: [],
  }),
};
