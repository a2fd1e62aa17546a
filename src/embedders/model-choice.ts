import type { DenseEmbedder, LateEmbedder, Searcher, SparseEmbedder, Tools } from '../core/index.js';
import type { Kind } from '../custom/index.js';
import type { Pooling, Precision } from '../onnx/index.js';
import type { Budget } from './api/index.js';

/** What a user may say about a model besides its name; whatever is missing comes from its row or its own folder. */
export interface ModelSettings {
  /** Servers that speak the OpenAI API and serve the model; they share the load. */
  readonly endpoints?: readonly string[];
  /** A Python with the packages that the row names; the model runs in it. */
  readonly python?: string;
  /** What runs it there: `sentence-transformers` by default, `vllm`, or a Python module of the user's. */
  readonly pythonLibrary?: string;
  /** A folder with the model's ONNX files. */
  readonly folder?: string;
  /** What a custom model gives: vectors of a kind, or rankings. */
  readonly kind?: Kind | 'search';
  readonly pooling?: Pooling;
  readonly normalise?: boolean;
  readonly similarity?: 'cosine' | 'dot';
  /** The most tokens of a text, for every role. */
  readonly maxTokens?: number;
  readonly precision?: Precision;
  /** For a server outside the registry: the address, or a name of your own, of the same model elsewhere. */
  readonly sameAs?: string;
  readonly threads?: number;
  readonly concurrency?: number;
  readonly budget?: Budget;
  /** Of a search system: queries per call or request. */
  readonly batch?: number;
  /** Of a search system: seconds that one call or request may take. */
  readonly timeout?: number;
}

/** Where a model is opened: what its prompts depend on, and what of this machine it may use. */
export interface ModelContext {
  /** Name of the task, which instructions depend on. */
  readonly task: string;
  /** Do as the reference does where the row's default is right and the reference was not. */
  readonly asPublished: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The hub's cache folder. */
  readonly hubCache: string;
  readonly tools: Tools;
  /** The folder of a hub model's files on this machine; brings them there if it may. */
  bring(wanted: WantedModel): Promise<string>;
}

export interface WantedModel {
  readonly repository: string;
  readonly revision?: string;
  /** The ONNX file; without it whichever the repository has. */
  readonly file?: string;
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

/** A system that searches by itself, open. */
export interface OpenSearcher {
  readonly name: string;
  readonly kind: 'search';
  readonly searcher: Searcher;
}

/** Opens a model outside the registry by what follows the prefix of its name. */
export type OpenUnregistered = (
  rest: string,
  settings: ModelSettings,
  place: ModelContext,
) => Promise<OpenModel | OpenSearcher>;
