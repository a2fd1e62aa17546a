import type { JsonObject } from '../../core/index.js';
import type { Sampling } from '../../models/llms/index.js';

/** As records keep it. */
export type SamplingSpec = {
  readonly sampling: JsonObject;
  readonly samples: number;
  readonly seeds?: number[];
};

/** How a call is sampled: what the user says comes before what the method says, and both before the model's own. */
export const callSampling = (method: Sampling = {}, user: Sampling = {}): Sampling => ({
  ...method,
  ...user,
});

/**
 * The sampling of the nth sample. A service with a fixed seed would write the same text again, so every sample after the
 * first has a separate seed: the seed plus its number. The first is requested as if it were the only one.
 */
export const sampleSampling = (sampleIndex: number, own: Sampling, call: Sampling): Sampling => {
  const seed = call.seed ?? own.seed;
  return sampleIndex === 0 || seed === undefined ? call : { ...call, seed: seed + sampleIndex };
};

/** Everything about sampling that changes the text; the seeds of all samples where a seed is set. */
export const samplingSpec = (samples: number, own: Sampling, user: Sampling = {}): SamplingSpec => {
  const sampling: Sampling = { ...own, ...user };
  const { seed } = sampling;
  return {
    sampling: { ...sampling } as JsonObject,
    samples,
    ...(samples > 1 &&
      seed !== undefined && {
        seeds: Array.from({ length: samples }, (_, sampleIndex) => seed + sampleIndex),
      }),
  };
};
