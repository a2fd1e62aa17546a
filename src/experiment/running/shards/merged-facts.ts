import { failedIn, isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import { added } from '../../../search/pipeline/index.js';
import type { StoredBlock } from './shard-files.js';

type Block = Pick<StoredBlock, 'opening' | 'opened' | 'growth'>;

/**
 * The facts that one process would have: what stages said when they met the corpus, and what the answers to all queries added. What failed
 * at one opening failed for the whole; what models took is the sum of all openings, since each was paid for.
 */
export const mergedFacts = (blocks: readonly Block[]): JsonObject => {
  const openings = [...new Map(blocks.map(({ opening, opened }) => [opening, opened])).values()];
  const base = openings.reduce((most, each) => (failures(each) > failures(most) ? each : most));
  const others = openings.filter((each) => each !== base);
  const opened = others.reduce(withSpending, base);
  const said = blocks.reduce((sum, { growth }) => added(sum, growth), opened);
  const facts = onlyIfAlways(said, blocks);
  return JSON.parse(
    JSON.stringify(
      inOrder(
        facts,
        blocks.map(({ growth }) => growth),
      ),
    ),
  );
};

const failures = (facts: JsonObject): number =>
  Object.values(
    (failedIn(facts).failed ?? {}) as { readonly [missing: string]: { readonly count: number } },
  ).reduce((sum, { count }) => sum + count, 0);

/** Stages that use a model, and what of their facts was paid for. */
const MODELS = ['embedder', 'writing', 'reranking'];
const SPENT = ['tokens', 'tokensIn', 'tokensOut', 'calls', 'usd'];

const withSpending = (facts: JsonObject, other: JsonObject): JsonObject => {
  const spent = Object.fromEntries(
    MODELS.flatMap((name) => {
      const more = fieldsOf(other[name], SPENT);
      return isJsonObject(facts[name]) ? [[name, added(facts[name], more)]] : [];
    }),
  );
  if (!Array.isArray(facts.fused) || !Array.isArray(other.fused)) return { ...facts, ...spent };
  const others = other.fused as readonly Json[];
  const fused = (facts.fused as readonly Json[]).map((each, i) => {
    const its = others[i];
    if (!isJsonObject(each) || !isJsonObject(each.facts) || !isJsonObject(its) || !isJsonObject(its.facts))
      return each;
    return { ...each, facts: withSpending(each.facts, its.facts) };
  });
  return { ...facts, ...spent, fused };
};

const fieldsOf = (from: Json | undefined, names: readonly string[]): JsonObject =>
  isJsonObject(from)
    ? Object.fromEntries(
        names.flatMap((name) => (typeof from[name] === 'number' ? [[name, from[name]]] : [])),
      )
    : {};

/** A warning about the vectors of all queries holds only if it holds for every block of them. */
const onlyIfAlways = (facts: JsonObject, blocks: readonly Block[]): JsonObject => {
  const { queryVectors, ...rest } = facts;
  return queryVectors === undefined || blocks.every(({ growth }) => growth.queryVectors === queryVectors)
    ? facts
    : rest;
};

/** Names in the order in which a stage says them: those that it says only of some queries would otherwise be last. */
const inOrder = (facts: JsonObject, said: readonly JsonObject[]): JsonObject => {
  const fullest = said.reduce(
    (most, each) => (Object.keys(each).length > Object.keys(most).length ? each : most),
    {},
  );
  const names = [...new Set([...Object.keys(fullest), ...Object.keys(facts)])].filter(
    (name) => name in facts,
  );
  return Object.fromEntries(names.map((name) => [name, facts[name]!]));
};
