import type { Tools } from '../../core/index.js';
import type { Tokenized } from './count-tokens.js';
import openTokenizeLane, { type TokenizeSetting } from './tokenize-lane.js';

/** Batches of text, tokenized on one or several threads. */
export interface Tokenizers {
  /** How many batches may be given before the first of them is asked for. */
  readonly ahead: number;
  /** Gives a batch to a lane: the output of batches of one lane comes in order, that of several lanes in any. */
  give(texts: readonly string[]): Promise<{ readonly lane: number; readonly output: Promise<Tokenized> }>;
  close(): Promise<void>;
}

/** One batch in work and one waiting: a helper never idles. */
const BATCHES_PER_HELPER = 2;
/** What this thread may do while a helper is still starting up: some MB of text per helper. */
const BATCHES_AHEAD_OF_HELPER = 24;

export const onThisThread = (setting: TokenizeSetting): Tokenizers => {
  const tokenize = openTokenizeLane(setting);
  return {
    ahead: 1,
    give: async (texts) => ({ lane: 0, output: Promise.resolve(tokenize(texts)) }),
    close: async () => {},
  };
};

/**
 * This thread reads and merges, which leaves it time: so it is a lane itself, taking what finds all others busy, and
 * one worker thread fewer is needed.
 */
export const onAllThreads = async (setting: TokenizeSetting, tools: Tools): Promise<Tokenizers> => {
  const lanes = await tools.workers.open<readonly string[], Tokenized>(
    new URL('./tokenize-lane.js', import.meta.url),
    setting,
  );
  const helpers = lanes.size - 1;
  const waiting = Array.from({ length: helpers }, () => 0);
  const tokenize = openTokenizeLane(setting);
  return {
    ahead: helpers * BATCHES_AHEAD_OF_HELPER,
    give: async (texts) => {
      const lane = waiting.findIndex((batches) => batches < BATCHES_PER_HELPER);
      if (lane >= 0) {
        waiting[lane]!++;
        const done = (): void => {
          waiting[lane]!--;
        };
        const output = lanes.run(lane, texts);
        output.then(done, done);
        return { lane, output };
      }
      const output = Promise.resolve(tokenize(texts));
      // Only when this thread comes to rest does it hear which helpers are done.
      await new Promise((resolve) => setTimeout(resolve));
      return { lane: helpers, output };
    },
    close: () => lanes.close(),
  };
};
