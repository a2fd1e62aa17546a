import { withoutSecrets } from './secrets.js';

/** A word as a shell takes it; passwords and keys of addresses are left out. */
export const shellWord = (word: string): string => {
  const shown = withoutSecrets(word);
  return /^[\w./:=,@%+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
};
