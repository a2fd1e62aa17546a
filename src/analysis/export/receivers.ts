import { mtebResults } from './mteb-rules.js';
import { r2medSite } from './r2med-site.js';
import type { Receiver } from './receiver.js';

/** Everybody that results can be handed to. */
export const receivers = { mteb: mtebResults, r2med: r2medSite } as const satisfies Record<string, Receiver>;
