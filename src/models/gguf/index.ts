export { openGgufEmbedder } from './embed.js';
export { openGguf } from './open-gguf.js';
export { ggufRuntime, type Turn } from './runtime.js';
export { MOST_CONTEXT, openWriter } from './write.js';
