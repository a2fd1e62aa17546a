import {
  type Json,
  type JsonObject,
  type Pair,
  type ScoredBatch,
  type Scorer,
  WorkError,
} from '../../core/index.js';
import { batchesOf, type Outcome, outcomes, TOKEN_BUDGET, windows } from './batches.js';
import { type EncodedPair, pairEncoder } from './encode-pair.js';
import { readLayout } from './layout.js';
import { openGraph } from './open-graph.js';
import { logitOutput, needed } from './outputs.js';
import { pairPlan } from './plan.js';
import type { Output, Session } from './session.js';
import type { OnnxInput, ScorerSettings } from './settings.js';
import { openTokenizer } from './tokenizer.js';

interface Item {
  readonly place: number;
  readonly encoded: EncodedPair;
}

const NO_ROOM = 'the query leaves no room for the document, and only the document may be cut';

/** Opens a local cross-encoder: a model for sequence classification that reads query and document as one input. */
export const openOnnxScorer = async (
  input: OnnxInput<ScorerSettings> & { readonly folder: string },
): Promise<Scorer> => {
  const { folder, settings = {}, identity } = input;
  const { tokenBudget = TOKEN_BUDGET, logit, activation = 'none' } = settings;
  const layout = readLayout(folder, settings.maxTokens === undefined);
  const { plan, paddingSide } = pairPlan(layout, settings);
  const tokenizer = await openTokenizer(layout);
  const encoders = pairEncoder(tokenizer, plan);
  const files = { ...settings, paddingSide, task: 'text-classification' } as const;
  const { session, alone, spec } = await openGraph(layout, tokenizer, files, identity);
  const output = await outputOf(session);
  let tokens = 0;

  const read = async (items: readonly Item[]): Promise<readonly (number | undefined)[]> => {
    const batch = items.map(({ encoded }) => encoded);
    const logits = logitsOf(await session.run(batch, output), batch.length, logit);
    return logits.map((value) => {
      if (!Number.isFinite(value)) return undefined;
      return activation === 'sigmoid' ? 1 / (1 + Math.exp(-value)) : value;
    });
  };

  async function* score(
    pairs: readonly Pair[],
    { signal }: { readonly signal: AbortSignal },
  ): AsyncGenerator<ScoredBatch> {
    const lengths = pairs.map(({ query, document }) => query.length + document.length);
    for (const places of windows(lengths)) {
      const encode = encoders();
      const encoded = places.map((place) => ({ place, encoded: encode(pairs[place]!) }));
      const unfit = encoded.filter((item) => !item.encoded);
      if (unfit.length > 0)
        yield { scored: [], failed: unfit.map(({ place }) => ({ place, reason: NO_ROOM })) };
      const items = encoded.filter((item): item is Item => item.encoded !== undefined);
      for (const batch of batchesOf(items, ({ encoded: { ids } }) => ids.length, alone ? 1 : tokenBudget)) {
        signal.throwIfAborted();
        const done = await outcomes(batch, read);
        for (const item of batch) tokens += item.encoded.ids.length;
        yield scoredBatch(batch, done);
      }
    }
  }

  return {
    spec: {
      kind: 'onnx-cross-encoder',
      ...spec,
      pair: plan as unknown as Json,
      head: { output, logit: logit ?? 'the only one or the second of two', activation },
    } satisfies JsonObject,
    score,
    usage: () => ({ tokens, usd: 0 }),
    close: () => session.close(),
  };
};

const outputOf = async (session: Session): Promise<string> => {
  try {
    return needed(logitOutput(session), 'logits', session);
  } catch (error) {
    await session.close();
    throw error;
  }
};

const scoredBatch = (batch: readonly Item[], done: readonly Outcome<number>[]): ScoredBatch => {
  const lost = new Map(batch.map(({ place, encoded }) => [place, encoded.lost]));
  return {
    scored: done.flatMap((outcome) =>
      'value' in outcome
        ? [{ place: outcome.place, score: outcome.value, cut: lost.get(outcome.place)! }]
        : [],
    ),
    failed: done.filter((outcome) => 'reason' in outcome),
  };
};

/** One number for each pair. Two classes are irrelevant and relevant, in this order, as monoBERT has them. */
const logitsOf = ({ data, shape }: Output, pairs: number, chosen: number | undefined): readonly number[] => {
  const [rows, columns = 1, ...more] = shape;
  if (rows !== pairs || more.length > 0)
    throw new WorkError(
      `the model gives numbers of shape ${shape.join(' × ')} for ${pairs} pairs: it is not a model for sequence classification`,
    );
  if (chosen === undefined ? columns > 2 : chosen >= columns)
    throw new WorkError(
      `the model gives ${columns} logits for a pair${chosen === undefined ? '' : `, and no logit ${chosen}`}`,
      'say which one is the score with `logit`, counted from 0',
    );
  const column = chosen ?? columns - 1;
  return Array.from({ length: pairs }, (_, i) => data[i * columns + column]!);
};
