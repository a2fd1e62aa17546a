import { InputError, type Role, WorkError } from '../../core/index.js';
import { type Code, callsOf, closingOnce } from './code-calls.js';
import {
  type CustomEmbedder,
  DEFAULT_BATCH_SIZE,
  DEFAULT_SIMILARITY,
  sizeSetting,
} from './custom-embedder.js';
import { inBatches, type Reply } from './in-batches.js';
import { KINDS, type Kind, type VectorOf } from './kinds.js';
import { shown } from './shown.js';
import { MORE_TIME } from './time-limit.js';
import { vectorReader } from './vector-reader.js';

/** The embedder that a function is. */
export const codeEmbedder = <K extends Kind>(
  code: Code<(texts: string[], role: Role) => unknown>,
  kind: K,
): CustomEmbedder<VectorOf[K]> => {
  const { about } = code;
  const batchSize = sizeSetting('batchSize', about.batchSize ?? DEFAULT_BATCH_SIZE);
  const reader = vectorReader(kind, about.dimensions);
  const calls = callsOf(code, KINDS[kind].function);

  const misshapen = (found: string): InputError =>
    new InputError({
      ...(code.at && { at: code.at }),
      found: `${KINDS[kind].function} returned ${found}`,
      expected: `for each text ${KINDS[kind].expected}`,
    });
  const ask = async (texts: readonly string[], role: Role): Promise<Reply<VectorOf[K]>> => {
    const called = await calls.call(() => code.call([...texts], role));
    if ('refused' in called) {
      // It never returns: other texts would wait as long, and nothing can be searched without them.
      if (called.final) throw new WorkError(called.refused, MORE_TIME);
      return called;
    }
    const { returned } = called;
    const values = kind === 'dense' ? rowsOf(returned, texts.length, about.dimensions) : returned;
    if (!Array.isArray(values) || values.length !== texts.length)
      throw misshapen(`${shown(returned)} for ${texts.length === 1 ? '1 text' : `${texts.length} texts`}`);
    return values.map((value, i) => {
      const found = reader.read(value);
      if ('misshapen' in found) throw misshapen(`for text ${i + 1} of ${texts.length}: ${found.misshapen}`);
      return found;
    });
  };

  return {
    name: code.name,
    similarity: about.similarity ?? DEFAULT_SIMILARITY,
    ...(about.dimensions !== undefined && { dimensions: about.dimensions }),
    spec: code.spec,
    embed: (texts, role, { signal }) =>
      inBatches(texts, (batch) => ask(batch, role), { batchSize, inFlight: 1, signal }),
    usage: () => ({ cut: { query: 0, rewrite: 0, document: 0 }, tokens: 0, calls: calls.count(), usd: 0 }),
    close: closingOnce(code),
  };
};

/** All vectors in one typed array, cut where the declared size says; without it a wrong cut would go unseen. */
const rowsOf = (returned: unknown, count: number, dimensions: number | undefined): unknown => {
  const flat = returned instanceof Float32Array || returned instanceof Float64Array;
  if (!flat || dimensions === undefined || returned.length !== count * dimensions) return returned;
  return Array.from({ length: count }, (_, i) => returned.subarray(i * dimensions, (i + 1) * dimensions));
};
