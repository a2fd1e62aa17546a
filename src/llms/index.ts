export * from './chat/index.js';
export { answerOf, REASONING, type ReasoningStyle, readingStyle } from './reasoning.js';
export * from './registry/index.js';
