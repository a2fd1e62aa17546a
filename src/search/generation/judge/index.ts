export * from './judge-answers.js';
export * from './judged-answer.js';
export * from './verdict.js';
