import type { Gguf } from './open-gguf.js';
import type { Turn } from './runtime.js';

/** How a text is drawn; what is absent is not done. */
interface Drawing {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly repetitionPenalty?: number;
  readonly seed?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
}

interface WrittenText {
  readonly text: string;
  /** What it thought, where the model's format tells it apart. */
  readonly reasoning?: string;
  readonly finish: 'stop' | 'length';
  readonly stoppedAt?: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** A model that writes: one text after the other. */
export interface GgufWriter {
  /** Continues the last turn; undefined where the turns leave no room for an answer. */
  write(turns: readonly Turn[], how: Drawing, signal: AbortSignal): Promise<WrittenText | undefined>;
}

/** R2MED's 10,240 new tokens, and a prompt; memory is taken for all of it. */
export const MOST_CONTEXT = 16_384;

/** One thread by default: several wait for each other on a busy machine. */
export const DEFAULT_THREADS = 1;

export const openWriter = async ({ load }: Gguf, threads = DEFAULT_THREADS): Promise<GgufWriter> => {
  const { runtime, model } = await load();
  const contextSize = Math.min(model.trainContextSize, MOST_CONTEXT);
  const context = await model.createContext({ contextSize, threads, sequences: 1 });
  const sequence = context.getSequence();
  const chat = new runtime.LlamaChat({ contextSequence: sequence });
  return {
    write: async (turns, how, signal) => {
      const { contextText } = chat.chatWrapper.generateContextState({ chatHistory: turns });
      const tokensIn = contextText.tokenize(model.tokenizer).length;
      // Where a context is full, llama.cpp would drop its beginning.
      const room = context.contextSize - tokensIn - 2;
      if (room < 1) return undefined;
      // What is left of the last call saves time, and changes the last digits of the next one.
      await sequence.clearHistory();
      const before = sequence.tokenMeter.usedOutputTokens;
      const { response, fullResponse, metadata } = await chat.generateResponse(turns, {
        ...optionsOf(how),
        maxTokens: Math.min(how.maxTokens ?? room, room),
        signal,
      });
      const thoughts = fullResponse.flatMap((part) =>
        typeof part !== 'string' && part.segmentType === 'thought' ? [part.text ?? ''] : [],
      );
      const stop = metadata.customStopTrigger;
      return {
        text: response,
        ...(thoughts.length > 0 && { reasoning: thoughts.join('\n') }),
        finish: metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
        ...(stop && { stoppedAt: stop.join('') }),
        tokensIn,
        tokensOut: sequence.tokenMeter.usedOutputTokens - before,
      };
    },
  };
};

/** llama.cpp's own defaults draw from the likeliest 40 tokens, and node-llama-cpp's punish repetition. */
const optionsOf = ({ temperature = 1, topP = 1, topK = 0, seed, repetitionPenalty, stop }: Drawing) => ({
  temperature,
  topP,
  topK,
  ...(seed !== undefined && { seed }),
  repeatPenalty: repetitionPenalty !== undefined && { penalty: repetitionPenalty, penalizeNewLine: true },
  ...(stop && stop.length > 0 && { customStopTriggers: stop }),
  budgets: { thoughtTokens: Number.POSITIVE_INFINITY, commentTokens: Number.POSITIVE_INFINITY },
});
