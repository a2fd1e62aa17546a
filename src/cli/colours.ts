/** What `--color` takes. */
export const WHEN = ['auto', 'always', 'never'] as const;

/** `--color`, wherever it is, before anything is printed: as the variables that this program and those that it starts look at. */
export const chooseColours = (argv: readonly string[], env: NodeJS.ProcessEnv): void => {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  const at = words.findLastIndex((word) => word === '--color' || word.startsWith('--color='));
  if (at < 0) return;
  const when = words[at]!.split('=', 2)[1] ?? words[at + 1];
  if (when !== 'always' && when !== 'never') return;
  delete env[when === 'always' ? 'NO_COLOR' : 'FORCE_COLOR'];
  env[when === 'always' ? 'FORCE_COLOR' : 'NO_COLOR'] = '1';
};
