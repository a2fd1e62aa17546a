import { basename, extname, resolve } from 'node:path';
import { defined, type Scorer, type Searcher } from '../../core/index.js';
import { type Alarm, fileSha256, realAlarm, sayLine } from '../../platform/node/index.js';
import { type Code, codeEmbedder, codeScorer, codeSearch } from './code.js';
import type { About, CustomEmbedder } from './custom-embedder.js';
import type { Kind, VectorOf } from './kinds.js';
import { checkFile, type Exports, loadModule } from './load-module.js';
import { type FoundExports, foundExports, retrieverUse, type Use } from './module-exports.js';
import { type Hashes, importedFiles } from './sources.js';
import { DEFAULT_TIMEOUT_MS, timeoutOf, within } from './time-limit.js';

export interface ModulePlace {
  /** Texts or queries per call; else what the module exports, else 32. */
  readonly batchSize?: number;
  /** Milliseconds that loading the module or one call may take; else what it exports, else 15 minutes. */
  readonly timeout?: number;
  /** What the path is relative to; the working directory by default. */
  readonly cwd?: string;
  /** Takes what is wrong with an end that does no harm to results. */
  readonly note?: (line: string) => void;
  readonly alarm?: Alarm;
}

/** Settings of a module that embeds. */
export interface ModuleSettings<K extends Kind = 'dense'> extends ModulePlace {
  readonly kind?: K;
}

/** Opens a module that exports `embed(texts, role)`; docs/guides/your-own-model.md describes it. */
export const openModule = async <K extends Kind = 'dense'>(
  path: string,
  settings: ModuleSettings<K> = {},
): Promise<CustomEmbedder<VectorOf[K]>> => {
  const { kind = 'dense' as K } = settings;
  return codeEmbedder(codeOf(await loaded(path, settings), kind, settings), kind);
};

/** Opens a module that exports `search(queries, k)`; docs/guides/your-own-search.md describes it. */
export const openModuleSearch = async (path: string, settings: ModulePlace = {}): Promise<Searcher> =>
  codeSearch(codeOf(await loaded(path, settings), 'search', settings));

/** Opens a module that exports `rerank(query, documents)`; docs/guides/your-own-search.md describes it. */
export const openModuleScorer = async (
  path: string,
  settings: ModulePlace = {},
): Promise<{ readonly name: string; readonly scorer: Scorer }> => {
  const code = codeOf(await loaded(path, settings), 'rerank', settings);
  return { name: code.name, scorer: codeScorer(code) };
};

/** Whether a module embeds or searches, by what it exports; one that does both needs a setting. */
export const moduleUse = async (path: string, settings: ModulePlace = {}): Promise<'dense' | 'search'> =>
  retrieverUse(path, (await loaded(path, settings)).exports);

interface LoadedModule {
  /** As it was written. */
  readonly path: string;
  readonly file: string;
  readonly sha256: string;
  readonly imports: Hashes;
  readonly exports: Exports;
}

const loaded = async (
  path: string,
  { cwd = process.cwd(), timeout = DEFAULT_TIMEOUT_MS, alarm = realAlarm }: ModulePlace,
): Promise<LoadedModule> => {
  const file = resolve(cwd, path);
  await checkFile(file);
  const [sha256, imports] = [await fileSha256(file), await importedFiles(file)];
  const exports = await within(
    timeout,
    alarm,
    `the module ${path} was not loaded (its top-level await has not ended)`,
    loadModule(file, sha256),
  );
  return { path, file, sha256, imports, exports };
};

const codeOf = (
  module: LoadedModule,
  use: Use,
  { batchSize, timeout, alarm = realAlarm, note = sayLine }: ModulePlace,
): Code<FoundExports['call']> => {
  const { path, file } = module;
  const { call, about, close } = foundExports(path, use, module.exports);
  return {
    name: about.name ?? basename(file, extname(file)),
    call,
    about: { ...about, ...(batchSize !== undefined && { batchSize }) },
    timeoutMs: timeoutOf(timeout, about.timeout),
    note,
    spec: specOf(use, about, module),
    alarm,
    at: { file: path },
    close,
  };
};

/** The path is not in it: the same content elsewhere gives the same answers. */
const specOf = (kind: Use, { name, version, dimensions }: About, { sha256, imports }: LoadedModule) => ({
  module: sha256,
  kind,
  ...(Object.keys(imports).length > 0 && { imports }),
  ...defined({ name, version, dimensions }),
});
