import { setting } from '../../core/index.js';

/** How many hits a retriever keeps; the reference implementation keeps 100. Code says it, a system's text says `> top(10)`. */
export const TOP_K = { topK: setting.count('hits kept per query', 100) } as const;
