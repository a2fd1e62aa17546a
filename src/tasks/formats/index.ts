import { beir } from './beir.js';
import type { FolderFormat } from './folder-format.js';
import { nano } from './nano.js';
import { r2med } from './r2med.js';

export { BEIR_SPLITS } from './beir.js';
export { type FolderFormat, PARTS, type Part } from './folder-format.js';
export { NANO_CANDIDATES } from './nano.js';

/** The kinds of folder that can be opened; a new one is a file here and a line below. */
export const folderFormats = { r2med, beir, nano } satisfies Record<string, FolderFormat>;
/** The name of a folder format. */
export type FolderFormatName = keyof typeof folderFormats;
