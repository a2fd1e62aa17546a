export { hyde } from './hyde.js';
export { type LamerSetting, lamer } from './lamer.js';
export type { MethodSetting } from './method-setting.js';
export { query2doc } from './query2doc.js';
