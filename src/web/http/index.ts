export { guard, loopbackOrigins } from './guard.js';
export { listen } from './listen.js';
export { mustBeBuilt, type PageFile, pageFiles } from './page-files.js';
export { pageToken } from './page-token.js';
