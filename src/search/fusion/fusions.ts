import type { Settings } from '../../core/index.js';
import type { Fusion } from './fusion.js';
import { RRF, rrf } from './rrf.js';
import { combMnz, combSum, WEIGHTED, weighted } from './weighted.js';

export interface NamedFusion {
  readonly settings: Settings;
  /** The setting that may follow an `@`, as in `rrf@100`. */
  readonly short?: string;
  make(options: Readonly<Record<string, unknown>>): Fusion;
}

export const fusions: Readonly<Record<string, NamedFusion>> = {
  rrf: { settings: RRF, short: 'k', make: rrf },
  weighted: { settings: WEIGHTED, short: 'weights', make: weighted },
  combsum: { settings: {}, make: combSum },
  combmnz: { settings: {}, make: combMnz },
};
