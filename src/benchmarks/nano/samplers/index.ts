import { hard } from './hard.js';
import { head } from './head.js';
import type { Sampler } from './sampler.js';
import { uniform } from './uniform.js';

export type { Sampler } from './sampler.js';

/** Ways to choose the documents in addition to the positives; a new one is a file here and a line below. */
export const samplers = { head, uniform, hard } as const satisfies Record<string, Sampler>;

export type SamplerName = keyof typeof samplers;
