import type { Tools } from '../../core/index.js';
import type { Tokenized } from './count-tokens.js';
import openTokenizeLane, { type TokenizeSetting } from './tokenize-lane.js';

/** A batch in work. */
export interface Given {
  readonly lane: number;
  readonly output: Promise<Tokenized>;
  /** The output, as soon as it is there. */
  done?: Tokenized;
}

/** Batches of text, tokenized on one or several threads. Those of one lane must be merged in order. */
export interface Tokenizers {
  give(texts: readonly string[]): Promise<Given>;
  close(): Promise<void>;
}

export const onThisThread = (setting: TokenizeSetting): Tokenizers => {
  const tokenize = openTokenizeLane(setting);
  return {
    give: async (texts) => doneBy(0, tokenize(texts)),
    close: async () => {},
  };
};

const doneBy = (lane: number, done: Tokenized): Given => ({ lane, done, output: Promise.resolve(done) });

/** One batch in work and one waiting: a helper never idles, and holds no more text than that. */
const BATCHES_PER_HELPER = 2;
/** How many batches this thread does in a row before it listens. */
const BATCHES_BEFORE_REST = 4;

/**
 * This thread reads and merges, which leaves it time: so it is a lane itself, taking what finds no helper free, and one
 * worker thread fewer is needed. Nothing ever waits for a helper that is slow to start.
 */
export const onAllThreads = async (setting: TokenizeSetting, tools: Tools): Promise<Tokenizers> => {
  const lanes = await tools.workers.open<readonly string[], Tokenized>(
    new URL('./tokenize-lane.js', import.meta.url),
    setting,
  );
  const tokenize = openTokenizeLane(setting);
  const thisLane = lanes.size - 1;
  const free = new Map<number, number>();
  let sinceRest = 0;
  let broken: { readonly error: unknown } | undefined;
  const breakDown = (error: unknown): void => {
    broken = { error };
  };
  for (let lane = 0; lane < thisLane; lane++)
    lanes.run(lane, []).then(() => free.set(lane, BATCHES_PER_HELPER), breakDown);

  const giveTo = (lane: number, texts: readonly string[]): Given => {
    free.set(lane, free.get(lane)! - 1);
    const given: Given = { lane, output: lanes.run(lane, texts) };
    given.output.then((done) => {
      given.done = done;
      free.set(lane, free.get(lane)! + 1);
    }, breakDown);
    return given;
  };

  return {
    give: async (texts) => {
      if (broken) throw broken.error;
      const helper = [...free.keys()].find((lane) => free.get(lane)! > 0);
      if (helper !== undefined) return giveTo(helper, texts);
      const given = doneBy(thisLane, tokenize(texts));
      if (++sinceRest >= BATCHES_BEFORE_REST) {
        // Only when this thread comes to rest does it hear from helpers; reading a file mostly sees to that.
        await new Promise((resolve) => setTimeout(resolve));
        sinceRest = 0;
      }
      return given;
    },
    close: () => lanes.close(),
  };
};
