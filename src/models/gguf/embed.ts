import { type DenseEmbedder, type Json, longestFirst, type Role } from '../../core/index.js';
import { openGguf } from './open-gguf.js';
import { type EmbeddingContext, ggufRuntime, type Model } from './runtime.js';
import { DEFAULT_THREADS } from './write.js';

interface Around {
  readonly prefix: string;
  readonly suffix: string;
}

interface EmbedderSettings {
  readonly threads?: number | undefined;
  /** Tokens read of a text, with what goes around it. */
  readonly maxTokens?: number | undefined;
  readonly prompts: Readonly<Partial<Record<Role, Around>>>;
}

/** Without a setting, as far as the model was trained for; the memory for a text grows with its square. */
const MOST_TOKENS = 2048;

const NOTHING: Around = { prefix: '', suffix: '' };

/** A model of a GGUF file that gives one vector per text, pooled as the file says. */
export const openGgufEmbedder = async (
  file: string,
  { threads = DEFAULT_THREADS, maxTokens = MOST_TOKENS, prompts }: EmbedderSettings,
): Promise<DenseEmbedder> => {
  await ggufRuntime();
  const gguf = await openGguf(file);
  const { model } = await gguf.load();
  const most = Math.min(maxTokens, model.trainContextSize);
  // A text is read in one piece, as pooling needs it; one token of the context stays free.
  const context = await model.createEmbeddingContext({ contextSize: most + 1, batchSize: most + 1, threads });
  const used = { cut: { query: 0, rewrite: 0, document: 0 }, tokens: 0, calls: 0, usd: 0 };

  return {
    spec: { kind: 'gguf-dense', ...gguf.spec, maxTokens: most, prompts: prompts as Json },
    async *embed(texts, role, { signal }) {
      for (const place of longestFirst(texts)) {
        signal.throwIfAborted();
        const { tokens, cut } = tokensOf(texts[place]!, prompts[role] ?? NOTHING, model, context, most);
        const { vector } = await context.getEmbeddingFor(tokens);
        used.calls += 1;
        used.tokens += tokens.length;
        if (cut) used.cut[role] += 1;
        yield vector.length > 0 && vector.every(Number.isFinite)
          ? { embedded: [{ place, vector: Float32Array.from(vector) }], failed: [] }
          : { embedded: [], failed: [{ place, reason: 'the model gave no vector for it' }] };
      }
    },
    usage: () => ({ ...used, cut: { ...used.cut } }),
    close: gguf.close,
  };
};

/** A text is cut at its end, so that what goes around it stays whole. */
const tokensOf = (
  text: string,
  { prefix, suffix }: Around,
  model: Model,
  context: EmbeddingContext,
  most: number,
): { readonly tokens: readonly number[]; readonly cut: boolean } => {
  const tokens = model.tokenize(prefix + text + suffix);
  const over = context.calculateInputLength([...tokens]) - most;
  if (over <= 0) return { tokens, cut: false };
  const end = model.tokenize(suffix);
  return { tokens: [...tokens.slice(0, tokens.length - end.length - over), ...end], cut: true };
};
