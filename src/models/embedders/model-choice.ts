import {
  type DenseEmbedder,
  type LateEmbedder,
  PRECISIONS,
  type Searcher,
  type SettingValues,
  type SparseEmbedder,
  setting,
} from '../../core/index.js';
import { POOLINGS } from '../onnx/index.js';
import type { BackendContext, BackendSettings } from '../registry/index.js';

/** What a system's text may say of a model. */
export const MODEL_SETTINGS = {
  kind: setting.oneOf(['dense', 'sparse', 'late', 'search'], 'what a custom model returns'),
  pooling: setting.oneOf(POOLINGS, "how a text's token vectors become one"),
  normalise: setting.truth('scale vectors to unit length'),
  similarity: setting.oneOf(['cosine', 'dot'], 'how vectors are compared'),
  precision: setting.oneOf(PRECISIONS, 'which ONNX file, or the number type in Python'),
  queryPrompt: setting.text('put before a query, or around {text}; \\n is a new line'),
  documentPrompt: setting.text('the same for documents'),
  promptName: setting.text("prompt for queries among those of the model's own files"),
  maxTokens: setting.count('tokens read of a text at most, in every role'),
  sameAs: setting.text('of a server outside the registry: address or name of the same model elsewhere'),
  batch: setting.count('of a custom model: texts or queries per call'),
  timeout: setting.count('of a custom model: seconds that one call may take'),
} as const;

/** What a user may say about a model besides its name; whatever is missing comes from its entry or its own folder. */
export interface ModelSettings extends SettingValues<typeof MODEL_SETTINGS>, BackendSettings {}

/** Where a model is opened: what its prompts depend on, and what of this machine it may use. */
export interface ModelContext extends BackendContext {
  /** Name of the task, which instructions depend on. */
  readonly task: string;
}

/** A model that embeds, open. */
export type OpenModel = {
  /** What systems are called after it. */
  readonly name: string;
} & (
  | { readonly kind: 'dense'; readonly embedder: DenseEmbedder; readonly similarity: 'cosine' | 'dot' }
  | { readonly kind: 'sparse'; readonly embedder: SparseEmbedder }
  | { readonly kind: 'late'; readonly embedder: LateEmbedder }
);

/** An open search system. */
export interface OpenSearcher {
  readonly name: string;
  readonly kind: 'search';
  readonly searcher: Searcher;
}
