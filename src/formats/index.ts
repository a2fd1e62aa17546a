export * from './beir.js';
export * from './json-rows.js';
export * from './json-tree.js';
export * from './judgement-format.js';
export * from './judgement-table.js';
export * from './numbers.js';
export * from './rows.js';
export * from './trec.js';
