import {
  type Document,
  type EarlierExplanation,
  type Explaining,
  type Json,
  type JsonObject,
  type Ranked,
  type Runner,
  type Stage,
  type StageExplanation,
  withRanks,
} from '../../core/index.js';
import { added } from './shared-stages.js';

/** Stages in a row; the output of each is the input of the next. It is a stage itself. */
export interface Pipeline<In, Out> extends Stage<In, Out> {
  /** The same pipeline with one more stage at its end. */
  to<Next>(stage: Stage<Out, Next>): Pipeline<In, Next>;
}

/**
 * Starts a pipeline.
 * @example
 * import { bm25, pipeline, storedGenerations, storedRewriter, task, top } from 'r2med';
 *
 * const stored = await storedGenerations(await task('sample', 'Biology'), 'hyde', 'sample-writer');
 * const texts = { ...stored, method: 'hyde', llm: 'sample-writer', reasoning: 'auto' } as const;
 * const system = pipeline(storedRewriter(texts)).to(bm25()).to(top(10));
 */
export const pipeline = <In, Out>(first: Stage<In, Out>): Pipeline<In, Out> => couple([first]);

// Neighbours fit by construction (`to` checks their types), so the list itself may forget them.
type AnyStage = Stage<unknown, unknown>;

const couple = <In, Out>(stages: readonly Stage<never, unknown>[]): Pipeline<In, Out> => {
  const parts = stages as unknown as readonly AnyStage[];
  return {
    name: parts.map((stage) => stage.name).join(' > '),
    spec: parts.length === 1 ? parts[0]!.spec : parts.map((stage): Json => stage.spec),
    atOnce: Math.max(...parts.map(({ atOnce = 1 }) => atOnce)),
    open: async (corpus, tools) => {
      const runners: Runner<unknown, unknown>[] = [];
      // From the last: a reranker checks that its server is there before a corpus is embedded or indexed.
      for (const stage of parts.toReversed()) runners.unshift(await stage.open(corpus, tools));
      return {
        run: async (batch) => {
          let items: readonly unknown[] = batch;
          for (const runner of runners) items = await runner.run(items);
          return items as readonly Out[];
        },
        explainHits: (input, documents, how) => explainStages(runners, input, documents, how),
        // Asked for when they are wanted: some grow while queries are answered.
        get facts() {
          // What two stages both count, as two rerankers do, is the sum.
          return runners.reduce<JsonObject>((sum, { facts }) => added(sum, facts), {});
        },
      };
    },
    close: async () => {
      for (const stage of parts) await stage.close?.();
    },
    to: (stage) => couple([...stages, stage as unknown as Stage<never, unknown>]),
  };
};

/** Keeps the first `k` hits. */
export const top = (k: number): Stage<Ranked, Ranked> => ({
  name: `top(${k})`,
  spec: { stage: 'top', k },
  open: async () => ({
    run: async (batch) => batch.map(({ query, hits }) => ({ query, hits: hits.slice(0, k) })),
    explainHits: async (_ranked, documents, { earlier }) =>
      (await earlier?.(documents)) ?? { scores: new Map() },
    facts: {},
  }),
});

type AnyRunner = Runner<unknown, unknown>;

/** What stages in a row say of documents: the last one speaks, and may ask the one before it. */
const explainStages = async (
  runners: readonly AnyRunner[],
  input: unknown,
  documents: readonly Document[],
  { sentences = false, terms = false }: Explaining,
): Promise<StageExplanation> => {
  const inputs = [input];
  for (const runner of runners) inputs.push((await runner.run([inputs.at(-1)]))[0]);
  const at = async (stage: number, some: readonly Document[]): Promise<EarlierExplanation> => {
    const output = inputs[stage + 1] as Ranked;
    const said = await runners[stage]!.explainHits?.(inputs[stage], some, {
      sentences,
      terms,
      ...(stage > 0 && isRanked(inputs[stage]) && { earlier: (more) => at(stage - 1, more) }),
    });
    return withRanks(said ?? { scores: new Map() }, output.hits);
  };
  const last = inputs.at(-1);
  if (!isRanked(last)) return { scores: new Map() };
  const { scores, ...rest } = await at(runners.length - 1, documents);
  const generated = [...(last.query.generated ?? []), ...(rest.generated ?? [])];
  return { ...rest, scores, ...(generated.length > 0 && { generated }) };
};

const isRanked = (value: unknown): value is Ranked =>
  typeof value === 'object' && value !== null && 'hits' in value;
