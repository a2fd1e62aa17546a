import type { Step } from './step.js';

/** The steps of construction, in their order. */
export const steps: readonly Step[] = [];
