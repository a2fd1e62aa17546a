export type { OwnResult, ShownPart } from './records.js';
export type { SiteOptions } from './resource-builders.js';
export { servePage } from './server.js';
export { openSite, type Site } from './site.js';
export { siteFiles } from './site-files.js';
