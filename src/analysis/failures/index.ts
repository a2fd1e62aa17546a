export * from './failure-kinds.js';
