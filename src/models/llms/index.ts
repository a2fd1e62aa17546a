export * from './chat/index.js';
export { answerOf, REASONING, type ReasoningStyle } from './reasoning.js';
export * from './registry/index.js';
export { spoken } from './spoken.js';
