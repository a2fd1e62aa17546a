export { alignMethod } from './align.js';
export { hyde, hydeMethod } from './hyde.js';
export { lamer, lamerMethod } from './lamer.js';
export { type MethodSetting, methodSetting } from './method-setting.js';
export { query2doc, query2docMethod } from './query2doc.js';
export { numbered } from './retrieved-texts.js';
