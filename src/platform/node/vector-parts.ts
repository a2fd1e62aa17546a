import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  canonicalJson,
  differences,
  InputError,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  limitText,
} from '../../core/index.js';
import { writeAtomic } from './atomic-file.js';
import { cannotRead } from './file-errors.js';
import { readPlain } from './lines.js';
import { openNpy, writeNpy } from './npy.js';
import { fileSha256, sha256 } from './sha256.js';
import { joinedRows, type VectorFile, type VectorRowsFile } from './vector-file.js';

export type VectorSide = 'documents' | 'queries';

/** Vectors of documents in one row, cut into files of as many; queries likewise. */
interface PartedSide {
  readonly count: number;
  /** Of the ids in order. */
  readonly ids: string;
}

/** What a folder of parts is: which vectors of which texts. Every process that adds to it says the same. */
export interface VectorManifest {
  readonly version: 1;
  /** As systems call the model. */
  readonly model: string;
  /** Everything that decides its vectors: revision, settings, instructions. */
  readonly embedder: Json;
  readonly task: { readonly name: string; readonly contentHash: string };
  readonly rowsPerPart: number;
  readonly documents: PartedSide;
  readonly queries: PartedSide;
}

/** One file of vectors, of so many. */
export interface VectorPart {
  readonly side: VectorSide;
  /** From 0. */
  readonly part: number;
  readonly first: number;
  /** Not included. */
  readonly end: number;
}

/** What was found of a part. */
export type PartState = 'done' | 'incomplete' | 'missing' | 'damaged';

const MANIFEST = 'vectors.json';

/** All parts of a folder, in order. */
export const vectorParts = ({ rowsPerPart, ...sides }: VectorManifest): readonly VectorPart[] =>
  (['documents', 'queries'] as const).flatMap((side) =>
    Array.from({ length: Math.ceil(sides[side].count / rowsPerPart) }, (_, part) => ({
      side,
      part,
      first: part * rowsPerPart,
      end: Math.min((part + 1) * rowsPerPart, sides[side].count),
    })),
  );

export const partName = ({ side, part }: Pick<VectorPart, 'side' | 'part'>): string =>
  `${side}-${String(part + 1).padStart(5, '0')}`;

/** Undefined where the folder is not one of parts. */
export const readManifest = async (folder: string): Promise<VectorManifest | undefined> => {
  const file = join(folder, MANIFEST);
  const read = (await readJson(file)) as unknown as VectorManifest | undefined;
  if (!read) return undefined;
  const counts = [read.documents?.count, read.queries?.count];
  const parts = counts.reduce((sum, count) => sum + Math.ceil(count / read.rowsPerPart), 0);
  if (counts.every(isCount) && isCount(read.rowsPerPart) && parts <= LIMITS.vectorParts.most) return read;
  throw new InputError({
    at: { file },
    found: 'no counts of vectors, or of too many parts',
    expected: `what r2med embed wrote, at most ${limitText(LIMITS.vectorParts)}`,
    fix: 'remove this file and run r2med embed again',
  });
};

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** Says what a folder is. One that is something else already is refused. */
export const claimFolder = async (folder: string, manifest: VectorManifest): Promise<void> => {
  const there = await readManifest(folder);
  if (!there) await writeAtomic(join(folder, MANIFEST), [`${JSON.stringify(manifest, null, 2)}\n`]);
  // Another may have written at the same time; the later file counts for both.
  const now = (await readManifest(folder))!;
  const [difference] = differences(asJson(now), asJson(manifest));
  if (difference)
    throw new InputError({
      at: { file: join(folder, MANIFEST) },
      found: `vectors of another model or other texts: ${difference.name} ${difference.earlier}`,
      expected: `${difference.name} ${difference.now}`,
      fix: 'choose another --out; vectors of two models do not go into one folder',
    });
};

/**
 * Writes a part: first its vectors, under a name that holds their hash, then its description, which names them. Both appear whole. A process that
 * writes the same part at the same time writes other vectors or the same under the same name, so that the two never mix.
 */
export const writePart = async (
  folder: string,
  manifest: VectorManifest,
  part: VectorPart,
  { ids, rows, columns, data, failed }: VectorFile & { readonly failed: readonly string[] },
): Promise<void> => {
  const hash = sha256(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  const file = `${partName(part)}.${hash.slice(0, 16)}.npy`;
  await writeNpy(join(folder, file), { rows, columns, data });
  const hashed = { file, sha256: await fileSha256(join(folder, file)) };
  const description = { of: identityOf(manifest), ...hashed, failed: failed.length, ids };
  await writeAtomic(descriptionFile(folder, part), [`${JSON.stringify(description)}\n`]);
};

/** Whether a part is there and whole. */
export const partState = async (
  folder: string,
  manifest: VectorManifest,
  part: VectorPart,
): Promise<PartState> => {
  const read = await openPart(folder, manifest, part).catch((error: unknown) => {
    if (error instanceof InputError) return 'damaged' as const;
    throw error;
  });
  if (read === undefined) return 'missing';
  if (read === 'damaged') return read;
  return read.failed > 0 ? 'incomplete' : 'done';
};

/** Opens a part that is whole; undefined where there is none. */
const openPart = async (
  folder: string,
  manifest: VectorManifest,
  part: VectorPart,
): Promise<(VectorRowsFile & { readonly failed: number }) | undefined> => {
  const at = descriptionFile(folder, part);
  const read = await readJson(at);
  if (read === undefined) return undefined;
  const damaged = (found: string): InputError =>
    new InputError({
      at: { file: at },
      found,
      expected: 'a part that r2med embed wrote',
      fix: 'run r2med embed again: it makes this part again and no other',
    });
  const { of, file, sha256: hash, ids, failed } = read;
  if (of !== identityOf(manifest)) throw damaged('a part of another model or of other texts');
  if (typeof file !== 'string' || !/^[\w.-]+$/.test(file) || !Array.isArray(ids))
    throw damaged('no description of a part');
  const npy = join(folder, file);
  // Opened before its hash is taken, so that a change after that shows when it is read.
  const matrix = await openNpy(npy).catch(() => undefined);
  const actual = await fileSha256(npy).catch(() => undefined);
  if (actual === undefined) throw damaged(`no ${file} that can be read`);
  if (actual !== hash || !matrix) throw damaged(`${file}, which was changed after it was written`);
  if (matrix.rows !== ids.length) throw damaged(`${ids.length} ids for ${matrix.rows} vectors`);
  return { ...matrix, ids: ids as readonly string[], failed: Number(failed) };
};

/** All vectors of a side, in order; an error names the parts that are missing or damaged. */
export const openParts = async (
  folder: string,
  manifest: VectorManifest,
  side: VectorSide,
): Promise<VectorRowsFile> => {
  const parts = vectorParts(manifest).filter((part) => part.side === side);
  const missing: string[] = [];
  const ids: string[] = [];
  const opened: VectorRowsFile[] = [];
  for (const part of parts) {
    const own = await openPart(folder, manifest, part);
    if (!own) missing.push(partName(part));
    if (!own || own.rows === 0) continue;
    const { columns } = opened[0] ?? own;
    if (own.columns !== columns)
      throw new InputError({
        at: { file: folder },
        found: `vectors of ${own.columns} and of ${columns} numbers`,
        fix: 'make all parts with one model',
      });
    opened.push(own);
    for (const id of own.ids) ids.push(id);
  }
  if (missing.length > 0)
    throw new InputError({
      at: { file: folder },
      found: `${missing.length} of ${parts.length} parts of the ${side} missing: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}`,
      expected: 'vectors of the whole task',
      fix: 'run the same r2med embed again until r2med embed --status says that nothing is missing',
    });
  const columns = opened[0]?.columns ?? 0;
  return { ids, rows: ids.length, columns, read: joinedRows(opened, columns) };
};

/** Folders of parts below a folder: itself, or those of tasks in it. */
export const partedFolders = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(cannotRead(folder));
  if (entries.some(({ name }) => name === MANIFEST)) return [folder];
  const below: string[] = [];
  for (const entry of entries
    .filter((each) => each.isDirectory())
    .toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    below.push(...(await partedFolders(join(folder, entry.name))));
  return below;
};

const descriptionFile = (folder: string, part: VectorPart): string => join(folder, `${partName(part)}.json`);

const asJson = (manifest: VectorManifest): Json => manifest as unknown as Json;

const identityOf = (manifest: VectorManifest): string => sha256(canonicalJson(asJson(manifest)));

const readJson = async (file: string): Promise<JsonObject | undefined> => {
  const bytes = await readPlain(file).catch(cannotRead(file, undefined));
  if (bytes === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(bytes.toString('utf8'));
    if (isJsonObject(read)) return read;
  } catch {
    // Reported below.
  }
  throw new InputError({
    at: { file },
    found: 'text that is not a JSON object',
    fix: 'remove this file and run r2med embed again',
  });
};
