export { mustBeBuilt } from './built-page.js';
export { pageFiles } from './page-files.js';
export type { OwnResult } from './records.js';
export { type Served, servePage } from './server.js';
export { openSite, type Site, type SiteOptions } from './site.js';
export { type WrittenSite, writeSite } from './write-site.js';
