import { defined, InputError, type JsonObject, type Scorer, type Searcher } from '../../core/index.js';
import { realAlarm, sayLine } from '../../platform/node/index.js';
import { type Code, codeEmbedder, codeScorer, codeSearch } from './code.js';
import { About, type CustomEmbedder } from './custom-embedder.js';
import type { CustomModule, Reranks, SearchFunction, Use } from './module-exports.js';
import { shown } from './shown.js';
import { timeoutOf } from './time-limit.js';

/** What everything written in code says of itself. */
export interface InCode {
  /** What systems are called after it. */
  readonly name: string;
  /**
   * Change it whenever answers change: code in memory has no file that could be hashed, and results and vectors are known by
   * name and version.
   */
  readonly version: string | number;
  /** Seconds that one call may take; 900. */
  readonly timeout?: number;
  readonly close?: () => unknown;
}

/** An embedder as a function. */
export interface InCodeEmbedder
  extends InCode,
    Pick<CustomModule, 'dimensions' | 'similarity' | 'batchSize'> {
  readonly embed: NonNullable<CustomModule['embed']>;
}

/** A search system as a function. */
export interface InCodeSearch extends InCode {
  readonly search: SearchFunction;
  /** Queries per call; 32. */
  readonly batchSize?: number;
}

/** A reranker as a function. */
export interface InCodeReranker extends InCode {
  readonly rerank: Reranks;
  /** A score depends on the two texts alone, so it is cached per pair. */
  readonly pairwise?: boolean;
}

/**
 * An embedder from a function: one vector per text, in order. Vectors are compared by their cosine and requested 32 texts at
 * a time unless it says otherwise; they are cached by name, version and text.
 * @example
 * import { bm25, dense, embedder, fuse, rrf } from 'r2med';
 *
 * const lengths = embedder({
 *   name: 'lengths',
 *   version: 1,
 *   embed: async (texts, role) => texts.map((text) => [text.length, role === 'query' ? 1 : 2]),
 * });
 * const hybrid = fuse([bm25(), dense({ embedder: lengths })], rrf());
 */
export const embedder = ({ embed, ...about }: InCodeEmbedder): CustomEmbedder<Float32Array> =>
  codeEmbedder(codeOf('dense', 'embed', embed, about), 'dense');

/** A `Searcher` from a function. */
export const inCodeSearch = ({ search, ...about }: InCodeSearch): Searcher =>
  codeSearch(codeOf('search', 'search', search, about));

/**
 * A scorer from a function that reranks: it gets a query and its documents, and returns one score per document, or ids best first.
 * @example
 * import { bm25, pipeline, rerank, reranker, scored } from 'r2med';
 *
 * const shortest = reranker({
 *   name: 'shortest-first',
 *   version: 1,
 *   rerank: (query, documents) => documents.map(({ text }) => -text.length),
 * });
 * const system = pipeline(bm25()).to(rerank(scored('shortest-first', shortest), { depth: 20 }));
 */
export const reranker = ({ rerank, ...about }: InCodeReranker): Scorer =>
  codeScorer(codeOf('rerank', 'rerank', rerank, about));

const codeOf = <Call>(
  kind: Use,
  wanted: string,
  call: Call,
  { close = () => {}, ...about }: InCode,
): Code<Call> => {
  const name = typeof about.name === 'string' && about.name ? about.name : undefined;
  if (name === undefined)
    throw new InputError({
      found: `${wanted} without a name`,
      expected: 'a name for the results',
      fix: "add name: 'mine'",
    });
  if (typeof call !== 'function')
    throw new InputError({
      found: `${name}: ${wanted} is ${shown(call)}`,
      expected: 'a function',
      fix: `give ${wanted} a function`,
    });
  const { success, data, error } = About.safeParse(about);
  if (!success) {
    const { path, message } = error.issues[0]!;
    throw new InputError({
      found: `${name}: ${path.join('.')} (${message})`,
      fix: `correct ${path.join('.')}, or leave it out`,
    });
  }
  if (data.version === undefined)
    throw new InputError({
      found: `${name} without a version`,
      expected: 'a version, which you change whenever its answers change: results are known by it',
      fix: 'add version: 1',
    });
  const { version, dimensions } = data;
  const spec: JsonObject = { code: name, kind, version, ...defined({ dimensions }) };
  const timeoutMs = timeoutOf(undefined, data.timeout);
  return { name, call, about: data, spec, alarm: realAlarm, timeoutMs, note: sayLine, close };
};
