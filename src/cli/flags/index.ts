export * from './flag.js';
export * from './parsers.js';
export * from './pick.js';
export * from './with-flags.js';
