export { mustBeBuilt } from './built-page.js';
export { guard, loopbackOrigins } from './guard.js';
export { listen } from './listen.js';
export { type PageFile, pageFiles } from './page-files.js';
