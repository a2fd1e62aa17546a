import type { Part } from '../measure-parts.js';

export const parts: readonly Part[];
