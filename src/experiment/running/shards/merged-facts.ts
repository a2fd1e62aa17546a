import { failedIn, isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import { added } from '../../../search/pipeline/index.js';
import type { StoredBlock } from './shard-files.js';

type Block = Pick<StoredBlock, 'opening' | 'opened' | 'growth' | 'first' | 'end'>;

/**
 * The facts that one process would have: what stages said when they met the corpus, and what the answers to all queries added; those of
 * fused systems likewise, each for itself. What failed at one opening failed for the whole; what models took is the sum of all openings,
 * since each was paid for.
 */
export const mergedFacts = (blocks: readonly Block[]): JsonObject =>
  JSON.parse(JSON.stringify(merged(blocks)));

const merged = (blocks: readonly Block[]): JsonObject => {
  const openings = [...new Map(blocks.map(({ opening, opened }) => [opening, opened])).values()];
  const base = openings.reduce((most, each) => (failures(each) > failures(most) ? each : most));
  const opened = openings.filter((each) => each !== base).reduce(withSpending, base);
  const growths = blocks.map(({ growth }) => growth);
  const facts = inOrder(withSamples(firstSaid(opened, growths), blocks), growths);
  if (!Array.isArray(facts.fused)) return facts;
  const fused = facts.fused as readonly JsonObject[];
  return { ...facts, fused: fused.map((each, i) => ({ ...each, facts: merged(blocks.map(within(i))) })) };
};

/** Numbers add up; of words, such as the reason of a failure, the first stay. */
const firstSaid = (opened: JsonObject, growths: readonly JsonObject[]): JsonObject =>
  [...growths, opened].reduceRight(added);

/** What a block says of one of the systems that a fusion joins. */
const within =
  (i: number) =>
  ({ opened, growth, ...block }: Block): Block => {
    const its = ({ fused }: JsonObject): JsonObject => (fused as readonly { facts: JsonObject }[])[i]!.facts;
    return { ...block, opened: its(opened), growth: its(growth) };
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
  return { ...facts, ...spent };
};

const fieldsOf = (from: Json | undefined, names: readonly string[]): JsonObject =>
  isJsonObject(from)
    ? Object.fromEntries(
        names.flatMap((name) => (typeof from[name] === 'number' ? [[name, from[name]]] : [])),
      )
    : {};

/** What a stage says of some of the queries that it saw itself: it does not add up. */
const SAMPLES = ['approximate', 'queryVectors', 'queryVectorsAlike'];

/**
 * Samples as the opening has them that answered most queries. A warning about the vectors of all queries holds if the openings that end with
 * it answered most queries.
 */
const withSamples = (facts: JsonObject, blocks: readonly Block[]): JsonObject => {
  if (!SAMPLES.some((name) => name in facts)) return facts;
  const openings = [...new Set(blocks.map(({ opening }) => opening))].map((opening) => {
    const its = blocks.filter((block) => block.opening === opening);
    const queries = its.reduce((sum, { first, end }) => sum + end - first, 0);
    return { queries, its, isWarned: its.at(-1)!.growth.queryVectors !== undefined };
  });
  const queriesOf = (some: typeof openings): number => some.reduce((sum, { queries }) => sum + queries, 0);
  const warned = openings.filter(({ isWarned }) => isWarned);
  const isWarned = queriesOf(warned) * 2 > queriesOf(openings);
  const { its } = (isWarned ? warned : openings).reduce((most, each) =>
    each.queries > most.queries ? each : most,
  );
  const said = its.map(({ growth }) => growth).reduce(added, its[0]!.opened);
  const kept = SAMPLES.filter((name) => name in said && (isWarned || !name.startsWith('queryVectors')));
  const others = Object.entries(facts).filter(([name]) => !SAMPLES.includes(name));
  return Object.fromEntries([...others, ...kept.map((name) => [name, said[name]!] as const)]);
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
