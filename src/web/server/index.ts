export { mustBeBuilt } from './built-page.js';
export { guard, loopbackOrigins } from './guard.js';
export { listen } from './listen.js';
export { type PageFile, pageFiles } from './page-files.js';
export type { OwnResult } from './records.js';
export { servePage } from './server.js';
export { openSite, type Site, type SiteOptions } from './site.js';
export { writeSite } from './write-site.js';
