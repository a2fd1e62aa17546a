export { asService } from './as-service.js';

import { anthropic } from './anthropic.js';
import type { Dialect } from './dialect.js';
import { gemini } from './gemini.js';
import { openai } from './openai.js';

export type { Dialect, LimitParameter, ParsedResponse } from './dialect.js';
export { continues } from './dialect.js';

export const CHAT_DIALECTS = { openai, anthropic, gemini } satisfies Record<string, Dialect>;
export type ChatDialectName = keyof typeof CHAT_DIALECTS;
