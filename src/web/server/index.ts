export type { OwnResult } from './records.js';
export { servePage } from './server.js';
export { openSite, type Site, type SiteOptions } from './site.js';
export { writeSite } from './write-site.js';
