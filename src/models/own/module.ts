import { basename, extname, resolve } from 'node:path';
import { InputError, type Json, WorkError } from '../../core/index.js';
import type { Role } from '../embedder.js';
import { type Alarm, realAlarm } from './alarm.js';
import { inBatches, type Reply } from './in-batches.js';
import { KINDS, type Kind, type VectorOf } from './kinds.js';
import { checkFile, loadModule } from './load-module.js';
import { foundExports } from './module-exports.js';
import {
  type About,
  DEFAULT_BATCH_SIZE,
  DEFAULT_SIMILARITY,
  type OwnEmbedder,
  sizeSetting,
} from './own-embedder.js';
import { reasonOf, shown } from './shown.js';
import { fileHash, type Hashes, importedFiles } from './sources.js';
import { DEFAULT_TIMEOUT_MS, GRACE_MS, timeoutOf, within } from './time-limit.js';
import { vectorReader } from './vector-reader.js';

export interface ModuleSettings<K extends Kind = 'dense'> {
  readonly kind?: K;
  /** Texts per call; else what the module exports, else 32. */
  readonly batchSize?: number;
  /** What the path is relative to; the working directory by default. */
  readonly cwd?: string;
  /** Milliseconds that loading the module or one call may take; else what it exports, else 15 minutes. */
  readonly timeout?: number;
  /** Takes what is wrong with an end that does no harm to results. */
  readonly note?: (line: string) => void;
  readonly alarm?: Alarm;
}

/** Opens a module that exports `embed(texts, role)`; docs/your-own-model.md describes it. */
export const openModule = async <K extends Kind = 'dense'>(
  path: string,
  settings: ModuleSettings<K> = {},
): Promise<OwnEmbedder<VectorOf[K]>> => {
  const { kind = 'dense' as K, cwd = process.cwd(), alarm = realAlarm, note = warn } = settings;
  const file = resolve(cwd, path);
  await checkFile(file);
  const [sha256, imports] = [await fileHash(file), await importedFiles(file)];
  const exports = await within(
    settings.timeout ?? DEFAULT_TIMEOUT_MS,
    alarm,
    `the module ${path} was not loaded (its top-level await has not ended)`,
    loadModule(file, sha256),
  );
  const { embed, about, close } = foundExports(path, kind, exports);
  const timeout = timeoutOf(settings.timeout, about.timeout);
  const batchSize = sizeSetting('batchSize', settings.batchSize ?? about.batchSize ?? DEFAULT_BATCH_SIZE);
  const reader = vectorReader(kind, about.dimensions);
  let calls = 0;

  const misshapen = (found: string): InputError =>
    new InputError({
      at: { file: path },
      found: `${KINDS[kind].function} returned ${found}`,
      expected: `for each text ${KINDS[kind].expected}`,
    });
  const ask = async (texts: readonly string[], role: Role): Promise<Reply<VectorOf[K]>> => {
    let returned: unknown;
    try {
      calls++;
      const doing = `the module ${path}: ${KINDS[kind].function} did not return for ${texts.length} texts`;
      returned = await within(timeout, alarm, doing, embed([...texts], role));
    } catch (error) {
      // It never returns: other texts would wait as long.
      if (error instanceof WorkError) throw error;
      return { refused: reasonOf(error) };
    }
    const values = kind === 'dense' ? rowsOf(returned, texts.length, about.dimensions) : returned;
    if (!Array.isArray(values) || values.length !== texts.length)
      throw misshapen(`${shown(returned)} for ${texts.length === 1 ? '1 text' : `${texts.length} texts`}`);
    return values.map((value, i) => {
      const found = reader.read(value);
      if ('misshapen' in found) throw misshapen(`for text ${i + 1} of ${texts.length}: ${found.misshapen}`);
      return found;
    });
  };

  const inTurn = turns();
  let closed: Promise<void> | undefined;
  return {
    name: about.name ?? basename(file, extname(file)),
    similarity: about.similarity ?? DEFAULT_SIMILARITY,
    ...(about.dimensions !== undefined && { dimensions: about.dimensions }),
    spec: specOf(kind, about, sha256, imports),
    embed: (texts, role, { signal }) =>
      inBatches(texts, (batch) => inTurn(() => ask(batch, role)), { batchSize, inFlight: 1, signal }),
    usage: () => ({ cut: { query: 0, rewrite: 0, document: 0 }, tokens: 0, calls, usd: 0 }),
    close: () => {
      closed ??= within(
        Math.min(GRACE_MS, timeout),
        alarm,
        `the module ${path}: close did not return`,
        Promise.resolve().then(close),
      ).then(
        () => {},
        // What the model made is there: results do not depend on how it ends.
        (error: unknown) =>
          note(
            error instanceof WorkError
              ? error.message
              : `the module ${path}: close failed (${reasonOf(error)})`,
          ),
      );
      return closed;
    },
  };
};

const warn = (line: string): void => void process.stderr.write(`${line}\n`);

/** The path is not in it: the same content elsewhere gives the same vectors. */
const specOf = (kind: Kind, { name, version, dimensions }: About, sha256: string, imports: Hashes): Json => ({
  module: sha256,
  kind,
  ...(Object.keys(imports).length > 0 && { imports }),
  ...(name !== undefined && { name }),
  ...(version !== undefined && { version }),
  ...(dimensions !== undefined && { dimensions }),
});

/** All vectors in one typed array, cut where the declared size says; without it a wrong cut would go unseen. */
const rowsOf = (returned: unknown, count: number, dimensions: number | undefined): unknown => {
  const flat = returned instanceof Float32Array || returned instanceof Float64Array;
  if (!flat || dimensions === undefined || returned.length !== count * dimensions) return returned;
  return Array.from({ length: count }, (_, i) => returned.subarray(i * dimensions, (i + 1) * dimensions));
};

/** One call after the other: code in this thread gains nothing from a second beside the first, and may not expect it. */
const turns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(call: () => Promise<T>): Promise<T> => {
    const turn = last.then(call);
    last = turn.catch(() => {});
    return turn;
  };
};
