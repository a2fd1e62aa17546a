import {
  InputError,
  type Json,
  type Query,
  type Ranked,
  type Retriever,
  type Runner,
  withRanks,
} from '../../core/index.js';
import { explainFused, type FusedList } from './explain-fused.js';
import type { Fusion } from './fusion.js';

/** Settings of a fusing retriever. */
export interface FuseOptions {
  /** Hits to keep of a fused ranking. 100, as R2MED keeps of every ranking. */
  readonly topK?: number;
  /** Hits that each ranking may contribute; all it has unless given. */
  readonly depth?: number;
}

const DEFAULT_TOP_K = 100;

/**
 * A retriever that runs several with the same queries and fuses their hits.
 * @example
 * import { bm25, fuse, lsa, rrf } from 'r2med';
 *
 * const hybrid = fuse([bm25(), lsa()], rrf({ k: 60 }), { topK: 100 });
 */
export const fuse = (
  retrievers: readonly Retriever[],
  fusion: Fusion,
  { topK = DEFAULT_TOP_K, depth }: FuseOptions = {},
): Retriever => {
  mustTake(
    fusion,
    retrievers.map(({ name }) => name),
  );
  return {
    name: nameOf(retrievers, fusion, depth),
    spec: {
      retriever: 'fused',
      fusion: fusion.spec,
      sources: retrievers.map(({ spec }): Json => spec),
      topK,
      ...(depth !== undefined && { depth }),
    },
    open: async (corpus, tools) => {
      const runners: Runner<Query, Ranked>[] = [];
      for (const retriever of retrievers) runners.push(await retriever.open(corpus, tools));
      return {
        run: async (queries) => {
          const found: (readonly Ranked[])[] = [];
          for (const runner of runners) found.push(await runner.run(queries));
          return queries.map((query, i) => ({
            query,
            hits: fusion.fuse(
              found.map((ranked) => ranked[i]!.hits.slice(0, depth)),
              topK,
            ),
          }));
        },
        explainHits: async (query, documents, how) => {
          const lists: FusedList[] = [];
          for (const [i, runner] of runners.entries()) {
            const [ranked] = await runner.run([query]);
            const explained = await runner.explainHits?.(query, documents, how);
            lists.push({
              name: retrievers[i]!.name,
              hits: ranked!.hits.slice(0, depth),
              explained: explained && withRanks(explained, ranked!.hits),
            });
          }
          return explainFused(fusion, lists, documents);
        },
        // A list, since two retrievers may say the same things of themselves.
        get facts() {
          return { fused: runners.map(({ facts }, i) => ({ system: retrievers[i]!.name, facts })) };
        },
      };
    },
    close: async () => {
      for (const retriever of retrievers) await retriever.close?.();
    },
  };
};

/** As a system's text says it: `rrf(bm25, bge, k=100)`. */
const nameOf = (retrievers: readonly Retriever[], { name, settings }: Fusion, depth: number | undefined) => {
  const named = { ...settings, ...(depth !== undefined && { depth: String(depth) }) };
  const said = Object.entries(named).map(([key, value]) => `${key}=${value}`);
  return `${name}(${[...retrievers.map((retriever) => retriever.name), ...said].join(', ')})`;
};

/** Refuses too few systems, or another number than the fusion is made for. */
export const mustTake = ({ name, sources }: Fusion, systems: readonly string[]): void => {
  if (systems.length < 2)
    throw new InputError({
      found: `${name} of ${systems[0] ?? 'no systems'}`,
      expected: 'two systems or more',
      fix: `write it like ${name}(bm25, bge)`,
    });
  if (sources !== undefined && sources !== systems.length)
    throw new InputError({
      found: `${name} for ${sources} rankings of ${systems.length} systems`,
      expected: 'as many of one as of the other',
      fix: 'fuse one ranking for each system',
    });
};
