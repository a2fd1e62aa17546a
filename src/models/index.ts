export { type LlmRow, llm, llms } from './llms.js';
export { answerOf, REASONING, type ReasoningStyle } from './reasoning.js';
