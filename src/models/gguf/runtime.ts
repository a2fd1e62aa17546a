import { WorkError } from '../../core/index.js';

/** What is used of node-llama-cpp 3, which is installed by those who need it: its own types are not here. */
export interface Runtime {
  getLlama(options: object): Promise<Llama>;
  readonly LlamaChat: new (options: { readonly contextSequence: Sequence }) => Chat;
}

export interface Llama {
  loadModel(options: { readonly modelPath: string }): Promise<Model>;
  dispose(): Promise<void>;
}

export interface Model {
  /** Tokens that it was trained to read and write at once. */
  readonly trainContextSize: number;
  readonly tokenizer: unknown;
  tokenize(text: string): readonly number[];
  createContext(options: object): Promise<{ readonly contextSize: number; getSequence(): Sequence }>;
  createEmbeddingContext(options: object): Promise<EmbeddingContext>;
}

interface Sequence {
  readonly tokenMeter: { readonly usedOutputTokens: number };
  clearHistory(): Promise<void>;
}

export interface EmbeddingContext {
  calculateInputLength(tokens: readonly number[]): number;
  getEmbeddingFor(tokens: readonly number[]): Promise<{ readonly vector: readonly number[] }>;
}

/** A turn of a conversation; the last one is the model's, and what it holds is continued. */
export type Turn =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

interface Chat {
  readonly chatWrapper: {
    generateContextState(of: { readonly chatHistory: readonly Turn[] }): {
      readonly contextText: { tokenize(tokenizer: unknown): readonly unknown[] };
    };
  };
  generateResponse(history: readonly Turn[], options: object): Promise<Response>;
}

interface Response {
  readonly response: string;
  readonly fullResponse: readonly (string | { readonly segmentType?: string; readonly text?: string })[];
  readonly metadata: { readonly stopReason: string; readonly customStopTrigger?: readonly unknown[] };
}

/** llama.cpp in this process; an error that says how to install it where it is missing. Asked before other work. */
export const ggufRuntime = async (): Promise<Runtime> => {
  try {
    return (await import('node-llama-cpp' as string)) as Runtime;
  } catch (error) {
    throw new WorkError(
      `gguf: models need node-llama-cpp, which cannot be loaded: ${error instanceof Error ? error.message : error}`,
      'npm install node-llama-cpp@3 --ignore-scripts',
      { cause: error },
    );
  }
};
