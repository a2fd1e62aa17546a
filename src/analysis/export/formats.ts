import { csv } from './csv.js';
import type { ExportFormat } from './format.js';
import { hakari } from './hakari.js';
import { json } from './json.js';
import { latex } from './latex.js';
import { markdown } from './markdown.js';
import { mteb } from './mteb.js';
import { png } from './png.js';
import { r2med } from './r2med.js';
import { svg } from './svg.js';
import { trec } from './trec.js';

/** Every format of export: a new one is one file and one line. */
export const exportFormats = {
  mteb,
  r2med,
  hakari,
  trec,
  csv,
  latex,
  markdown,
  json,
  svg,
  png,
} as const satisfies Record<string, ExportFormat>;

/** The name of a format of export. */
export type ExportFormatName = keyof typeof exportFormats;
