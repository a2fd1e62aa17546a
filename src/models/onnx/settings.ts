import type { FilePrecision, Json, Role } from '../../core/index.js';

/** How one vector is made of a text's token vectors; `none`: the model does it itself. */
export const POOLINGS = ['cls', 'mean', 'last', 'last-masked', 'weighted-mean', 'none'] as const;
/** How the vectors of a text's tokens become one. */
export type Pooling = (typeof POOLINGS)[number];

/** Put around a text before it is tokenized. */
export interface Prompt {
  readonly prefix?: string;
  readonly suffix?: string;
}

/** What turning texts into token ids depends on; whatever is missing comes from the model's own folder. */
export interface TokenSettings {
  /** The most tokens the model is given, special tokens included. */
  readonly maxTokens?: Partial<Record<Role, number>>;
  readonly prompts?: Partial<Record<Role, Prompt>>;
  /** Which of the prompts in the model's own files goes before queries. */
  readonly promptName?: string;
  /**
   * `append`: every text ends in the end-of-sequence token, put there after cutting to one token less unless the
   * tokenizer puts it itself, and checked. `tokenizer`: whatever the tokenizer does.
   */
  readonly eos?: 'append' | 'tokenizer';
  readonly paddingSide?: 'left' | 'right';
  /** White space at both ends is taken away first, as sentence-transformers does. */
  readonly strip?: boolean;
  /** Documents go in as the second text of a pair whose first one, the title, is empty (MedCPT). */
  readonly pair?: 'empty-title';
}

export interface FileSettings {
  /** An ONNX file inside the folder, where `precision` does not find it. */
  readonly file?: string;
  readonly precision?: FilePrecision;
  /** Threads inside one operator; without it, as many as there are physical cores. */
  readonly threads?: number;
  /** Tokens of a batch, padding included. */
  readonly tokenBudget?: number;
}

/** Settings of a local dense embedder. */
export interface DenseSettings extends TokenSettings, FileSettings {
  readonly pooling?: Pooling;
  readonly normalise?: boolean;
  /**
   * Whether a prompt's tokens count in the pooling. `leave-out`: not those of the prompt tokenized as a text of its own,
   * with its leading special token and without its closing one (sentence-transformers, Instructor, GritLM);
   * `leave-out-bare`: as many as the prompt has without special tokens, so that its last one counts (NV-Embed).
   */
  readonly promptTokens?: 'pool' | 'leave-out' | 'leave-out-bare';
}

/** Settings of a local sparse embedder. */
export interface SparseSettings extends TokenSettings, FileSettings {
  /** Over a text's tokens. SPLADE++ and later take the maximum, the first SPLADE the sum. */
  readonly pooling?: 'max' | 'sum';
  /** Keep at most this number of the largest weights. */
  readonly maxTerms?: Partial<Record<Role, number>>;
}

/** Settings of a local late-interaction embedder. */
export interface LateSettings extends TokenSettings, FileSettings {
  /** Tokens put after the first special one, for example `[unused0]` and `[unused1]`. */
  readonly markers?: Partial<Record<Role, string>>;
  /** Queries are filled up with mask tokens to this length; 0 leaves them as they are. */
  readonly queryLength?: number;
  /** Whether other tokens see the mask tokens of a filled-up query; ColBERTv2 says no. */
  readonly attendToFilling?: boolean;
  /** Leave out vectors of these of a document's tokens: every character of the string that is one token. */
  readonly skipped?: string;
  readonly normalise?: boolean;
}

/** Which text of a pair that is too long gives way: the longer one at each step, or only the document. */
export const TRUNCATIONS = ['longest-first', 'only-second'] as const;
/** How a pair that is too long is truncated. */
export type Truncation = (typeof TRUNCATIONS)[number];

/** What the score of a pair depends on; whatever is missing comes from the model's own folder. */
export interface ScorerSettings extends FileSettings {
  /** The most tokens of a pair, special tokens included. */
  readonly maxTokens?: number;
  readonly truncation?: Truncation;
  readonly paddingSide?: 'left' | 'right';
  /** Put around the texts of a pair before they are tokenized. */
  readonly form?: { readonly query?: Prompt; readonly document?: Prompt };
  /** Which of the model's logits is the score, from 0; without it the only one, or the second of two. */
  readonly logit?: number;
  /** `none`: the logit itself. `sigmoid`: between 0 and 1, in the same order. */
  readonly activation?: 'none' | 'sigmoid';
}

/** A folder on this machine, or one for queries (and rewrites) and one for documents. */
export type Folders = string | { readonly query: string; readonly document: string };

/** A model's folder, its settings, and what its weights are. */
export interface OnnxInput<Settings> {
  readonly folder: Folders;
  readonly settings?: Settings;
  /** What the weights are, such as hub id and revision; without it the files are hashed. */
  readonly identity?: Json;
}
