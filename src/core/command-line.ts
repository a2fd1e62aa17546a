import { shellWord } from './secrets.js';

/**
 * How this program was called, to be copied: `r2med`, `npx r2med` where a project has it among its packages, `node bin/r2med.js` in a clone. A page in a
 * browser has no process: there it is `r2med`.
 */
export const calledAs = (
  script = globalThis.process?.argv?.[1] ?? '',
  cwd = globalThis.process?.cwd?.() ?? '',
): string => {
  const path = script.replaceAll('\\', '/');
  const within = path.slice(cwd.length + 1);
  if (/\/node_modules\/(\.bin\/r2med|r2med\/bin\/r2med\.js)$/.test(path)) return 'npx r2med';
  return path === `${cwd.replaceAll('\\', '/')}/${within}` &&
    /(^|\/)r2med\.js$/.test(within) &&
    !/\s/.test(within)
    ? `node ${within}`
    : 'r2med';
};

/** A command by the program's name, for a reader who is elsewhere. */
export const commandOf = (...words: readonly string[]): string =>
  ['r2med', ...words.map(shellWord)].join(' ');

/** A command to copy, which a shell takes as it stands here and now. The one place that makes them. */
export const commandLine = (...words: readonly string[]): string =>
  commandOf(...words).replace('r2med', () => calledAs());

/** A flag of the command that is at work, with its value, for a command about the same thing. */
export const givenAgain = (
  flag: string,
  argv: readonly string[] = globalThis.process?.argv ?? [],
): readonly string[] => {
  const at = argv.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const word = argv[at];
  if (word === undefined) return [];
  const value = word === flag ? argv[at + 1] : word.slice(flag.length + 1);
  return value === undefined ? [] : [flag, value];
};
