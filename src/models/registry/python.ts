import { createHash } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defined, InputError, type JsonObject, type Precision, type Tools } from '../../core/index.js';
import type { BackendContext, BackendSettings } from './settings.js';

/** What of an entry decides how it runs in Python. */
interface PythonEntry {
  readonly name: string;
  readonly numberType: string;
}

type PythonSettings = BackendSettings & { readonly python: string; readonly precision?: Precision };

/** How an entry is run in Python: by which program, on which devices, in which number type, from which folder. */
export const pythonPlace = async (
  entry: PythonEntry,
  settings: PythonSettings,
  { asPublished, tools }: BackendContext,
) => {
  const { python, pythonLibrary: library = 'sentence-transformers', devices, folder } = settings;
  const { note, signal } = tools;
  const asked = settings.precision ?? (asPublished ? 'published' : undefined);
  const published = publishedPrecision(entry);
  if (asked === 'int8')
    throw new InputError({
      found: '--precision int8 with --python',
      expected: 'fp32, fp16, bf16, autocast or published',
      fix: 'leave out --precision, or write --precision bf16',
    });
  const chosen = asked === 'published' ? published : asked;
  const precision = library === 'vllm' && chosen === 'autocast' ? 'fp32' : chosen;
  if (precision !== chosen)
    note(`${entry.name} was published with autocast, which vLLM does not have: it runs in fp32`);
  return {
    ...{ python, library, note, signal },
    ...defined({ devices }),
    settings: defined({
      precision: precision ?? null,
      published,
      model: folder && resolve(folder),
    }) as JsonObject,
    identity: (folder ? { weights: await hashOf(folder) } : {}) as JsonObject,
  };
};

/** The number type of an entry's published run; null where the entry names none. */
export const publishedPrecision = ({ numberType }: PythonEntry): string | null =>
  ['autocast', 'fp32', 'fp16', 'bf16'].find((type) => numberType.includes(type)) ?? null;

/** Says what the default of a GPU saves, and how to run as published. */
export const precisionNote = (
  entry: PythonEntry,
  { precision, gpu }: Loaded,
  { note }: Pick<Tools, 'note'>,
): void => {
  const published = publishedPrecision(entry);
  if (gpu?.fasterThanFp32 === undefined || published === precision) return;
  const faster = `half the memory of fp32, and products ${gpu.fasterThanFp32.toFixed(0)} × as fast there`;
  const other = `It was published with ${entry.numberType}: --precision published runs it so`;
  note(`${entry.name} runs in ${precision} on ${gpu.name}: ${faster}${published ? `. ${other}` : ''}`);
};

/** What the program says of the model that it has loaded. */
interface Loaded {
  readonly precision: string | null;
  readonly gpu?: { readonly name: string; readonly fasterThanFp32?: number };
}

/** Bytes at the end of a large file that say whose weights it holds. */
const TAIL = 1 << 20;

/** The files of a folder by names, sizes and their last megabyte: enough to tell one model from another. */
const hashOf = async (folder: string): Promise<string> => {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }));
    if (!isFile) continue;
    const bytes = Buffer.alloc(Math.min(size, TAIL));
    const handle = await open(path);
    try {
      await handle.read(bytes, 0, bytes.length, size - bytes.length);
    } finally {
      await handle.close();
    }
    hash.update(JSON.stringify([name, size])).update(bytes);
  }
  return hash.digest('hex');
};
