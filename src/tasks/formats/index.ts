import { beir } from './beir.js';
import type { FolderFormat } from './folder-format.js';
import { r2med } from './r2med.js';

export { type FolderFormat, PARTS, type Part } from './folder-format.js';

/** The kinds of folder that can be opened; a new one is a file here and a line below. */
export const folderFormats = { r2med, beir } satisfies Record<string, FolderFormat>;
export type FolderFormatName = keyof typeof folderFormats;
