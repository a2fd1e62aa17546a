import { cohere } from './cohere.js';
import type { Dialect } from './dialect.js';
import { gemini } from './gemini.js';
import { jina } from './jina.js';
import { openai } from './openai.js';
import { voyage } from './voyage.js';

export type { Dialect } from './dialect.js';
export { teiSparse } from './tei-sparse.js';
export { vllmPooling } from './vllm-pooling.js';

export const DIALECTS = { openai, voyage, cohere, jina, gemini } satisfies Record<string, Dialect>;
export type DialectName = keyof typeof DIALECTS;
