import { WorkError } from '../../core/index.js';
import type { ExportFormat } from './format.js';
import { drawnCharts } from './svg.js';

const PACKAGE = '@resvg/resvg-js';
/** Pixels per unit: sharp in print and on dense screens. */
const SCALE = 2;

/** Charts as pictures, for those who cannot place vector graphics. */
export const png: ExportFormat = {
  summary: `the same charts as PNG; needs npm install ${PACKAGE}`,
  files: async (input) => {
    const draw = await painter();
    return {
      files: (await drawnCharts(input)).map(({ name, svg }) => ({ path: `${name}.png`, content: draw(svg) })),
      notes: [],
    };
  },
};

const painter = async (): Promise<(svg: string) => Uint8Array> => {
  const { Resvg } = await import('@resvg/resvg-js').catch((error: unknown) => {
    throw new WorkError(`${PACKAGE}, which paints pictures, cannot be loaded`, `npm install ${PACKAGE}`, {
      cause: error,
    });
  });
  const paint = (svg: string) => new Resvg(svg, { fitTo: { mode: 'zoom', value: SCALE } }).render();
  // Without any font all words would be missing from the picture.
  const word =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15" font-family="sans-serif">Ag</text></svg>';
  if (paint(word).pixels.every((value) => value === 0))
    throw new WorkError(
      'no font on this machine: words of the charts would be missing',
      'install one, for example apt-get install fonts-dejavu-core, or use r2med export svg',
    );
  return (svg) => paint(svg).asPng();
};
