export * from './hit.js';
export * from './moved.js';
export * from './renamed.js';
