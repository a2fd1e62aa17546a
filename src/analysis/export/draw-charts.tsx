import { renderToStaticMarkup } from 'react-dom/server';
import { paperPalette } from '../charts/index.js';
import { charts } from './charts.js';
import type { ExportInput } from './format.js';

/** A chart as an SVG file. */
export interface DrawnChart {
  readonly name: string;
  readonly svg: string;
}

/** Every chart that the results have something for. The package ships this module with the packages that it draws with. */
export const drawCharts = (input: ExportInput): readonly DrawnChart[] =>
  Object.entries(charts).flatMap(([name, draw]) => {
    const drawn = draw(input);
    return drawn ? [{ name, svg: framed(renderToStaticMarkup(drawn)) }] : [];
  });

const MARGIN = 16;
const CAPTION = 28;

/** A file has no page around it: the chart with a margin, a ground, and its sentence as a caption. */
export const framed = (chart: string): string => {
  const [, width = 0, height = 0] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(chart) ?? []).map(Number);
  // Escaped where it was an attribute.
  const [, label = ''] = /aria-label="([^"]*)"/.exec(chart) ?? [];
  const size = { width: width + 2 * MARGIN, height: height + CAPTION + 2 * MARGIN };
  const { text, ground, font } = paperPalette;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}">`,
    `<rect width="${size.width}" height="${size.height}" fill="${ground}"/>`,
    `<text x="${MARGIN}" y="${MARGIN + 12}" font-family="${font}" font-size="14" fill="${text}">${label}</text>`,
    chart.replace('<svg ', `<svg x="${MARGIN}" y="${MARGIN + CAPTION}" `),
    '</svg>',
    '',
  ].join('\n');
};
