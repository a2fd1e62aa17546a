import { basename, isAbsolute, relative } from 'node:path';

/** How this program was called, to be copied: `r2med`, or in a clone `node bin/r2med.js`. */
export const calledAs = (script = process.argv[1] ?? '', cwd = process.cwd()): string => {
  const path = relative(cwd, script);
  return basename(script) === 'r2med.js' && !path.startsWith('..') && !isAbsolute(path) && !path.includes(' ')
    ? `node ${path}`
    : 'r2med';
};
