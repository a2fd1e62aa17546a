/** User and password of an address: all between `//` and the last `@` of its host part. */
const USER = /:\/\/[^\s/?#"'<>\\]*@/g;

/** A parameter of an address. */
const PARAMETER = /([?&;])([\w.-]+)=[^&;\s#"'<>\\]*/g;

const TELLING = /key|token|secret|passw|pwd|auth|sig|credential/i;

/**
 * A text without the passwords and keys of the addresses in it. Whatever names an address (a label, a spec, a note, an
 * error) goes through here; only requests have the whole.
 */
export const withoutSecrets = (text: string): string =>
  text
    .replace(USER, '://…@')
    .replace(PARAMETER, (whole, mark: string, name: string) =>
      TELLING.test(name) ? `${mark}${name}=…` : whole,
    );

/** A word as a shell takes it; passwords and keys of addresses are left out. */
export const shellWord = (word: string): string => {
  const shown = withoutSecrets(word);
  return /^[\w./:=,@%+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
};
