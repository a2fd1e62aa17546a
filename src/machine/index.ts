export { diskCache, noCache } from './disk-cache.js';
export { workers } from './lanes.js';
export { type Line, readLines } from './lines.js';
export { type NodeToolsOptions, nodeTools, r2medHome } from './node-tools.js';
export { dataPath, packageData, packageVersion } from './package-data.js';
export { duration, progressLine, terminal } from './terminal.js';
export { writeWhole } from './whole-file.js';
