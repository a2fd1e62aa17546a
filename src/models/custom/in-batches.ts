import { type EmbeddedBatch, longestFirst } from '../../core/index.js';
import { type Batching, settleInBatches } from './settle-in-batches.js';

/** What became of one text. */
export type Outcome<Vector> = { readonly vector: Vector } | { readonly failed: string };

/** One outcome per text, or a refusal of all of them; a `final` one would be the same for any other batch. */
export type Reply<Vector> =
  | readonly Outcome<Vector>[]
  | { readonly refused: string; readonly final?: boolean };

export type Ask<Vector> = (texts: readonly string[]) => Promise<Reply<Vector>>;

/** Asks for the vectors of texts in batches, and gives each batch as it comes; only texts that cannot be embedded fail. */
export async function* inBatches<Vector>(
  texts: readonly string[],
  ask: Ask<Vector>,
  batching: Batching,
): AsyncGenerator<EmbeddedBatch<Vector>> {
  const asked = async (batch: readonly string[]) => {
    const reply = await ask(batch);
    return 'refused' in reply
      ? reply
      : reply.map((outcome) => ('vector' in outcome ? { value: outcome.vector } : outcome));
  };
  for await (const { done, failed } of settleInBatches(texts, longestFirst(texts), asked, batching))
    yield { embedded: done.map(({ place, value }) => ({ place, vector: value })), failed };
}
