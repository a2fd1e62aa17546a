export * from './engine.js';
export { type EngineName, engines, openEngine } from './engines.js';
