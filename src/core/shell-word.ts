/** A word as a shell takes it; what a URL says of a user and a password is left out. */
export const shellWord = (word: string): string => {
  const shown = word.replace(/(:\/\/)[^/@\s]*@/g, '$1…@');
  return /^[\w./:=,@%+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
};
