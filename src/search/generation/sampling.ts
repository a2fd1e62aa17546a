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
