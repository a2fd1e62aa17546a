export { answerMethod } from './answer-method.js';
export * from './check-citations.js';
