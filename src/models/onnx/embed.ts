import type { Embedder, EmbedderUsage, Json, Role, Tools } from '../../core/index.js';
import { batchesOf, outcomes, windows } from './batches.js';
import type { Encoded } from './encode.js';

/** A model that reads encoded texts of a role; the loop around it is the same for every kind of vector. */
export interface Reader<Vector> {
  readonly spec: Json;
  readonly tokenBudget: number;
  encode(text: string, role: Role): Encoded;
  /** A vector for each text, or undefined where the model gave something that is not a number. */
  read(batch: readonly Encoded[], role: Role): Promise<readonly (Vector | undefined)[]>;
  close(): Promise<void>;
}

interface Item {
  readonly place: number;
  readonly encoded: Encoded;
}

const NO_TOKENS = 'the text has no tokens';

export const embedderOf = <Vector>(reader: Reader<Vector>): Embedder<Vector> => {
  const used = { cut: { query: 0, rewrite: 0, document: 0 }, tokens: 0, calls: 0, usd: 0 };

  const read = (items: readonly Item[], role: Role): Promise<readonly (Vector | undefined)[]> => {
    used.calls += 1;
    return reader.read(
      items.map(({ encoded }) => encoded),
      role,
    );
  };

  async function* embed(texts: readonly string[], role: Role, tools: Tools) {
    for (const places of windows(texts.map(({ length }) => length))) {
      const items = places.map((place) => ({ place, encoded: reader.encode(texts[place]!, role) }));
      // Where a model has no special tokens, nothing of an empty text reaches it.
      const empty = items.filter(({ encoded }) => encoded.ids.length === 0);
      if (empty.length > 0)
        yield { embedded: [], failed: empty.map(({ place }) => ({ place, reason: NO_TOKENS })) };
      const full = items.filter(({ encoded }) => encoded.ids.length > 0);
      for (const batch of batchesOf(full, ({ encoded }) => encoded.ids.length, reader.tokenBudget)) {
        tools.signal.throwIfAborted();
        const done = await outcomes(batch, (part) => read(part, role));
        for (const { encoded } of batch) {
          used.tokens += encoded.ids.length;
          if (encoded.cut) used.cut[role] += 1;
        }
        yield {
          embedded: done.flatMap((outcome) =>
            'value' in outcome ? [{ place: outcome.place, vector: outcome.value }] : [],
          ),
          failed: done.filter((outcome) => 'reason' in outcome),
        };
      }
    }
  }

  return {
    spec: reader.spec,
    embed,
    usage: (): EmbedderUsage => ({ ...used, cut: { ...used.cut } }),
    close: () => reader.close(),
  };
};
