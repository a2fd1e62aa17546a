/** An address and whatever hangs on to it, as a text has it. */
const ADDRESS = /:\/\/[^\s"'<>\\]*/g;

/** A list of addresses, joined by commas. A comma that no address follows is part of one: a password may have some. */
export const addressesIn = (list: string): readonly string[] => list.split(/,(?=\s*(?:[a-z]+:\/\/|$))/);

/** A parameter of an address. */
const PARAMETER = /([?&;])([\w.-]+)=[^&;\s#"'<>\\]*/g;

const TELLING = /key|token|secret|passw|pwd|auth|sig|credential/i;

/** What cannot be a host and its port: a password follows the colon. */
const isUser = (authority: string): boolean =>
  authority.includes('@') || /:(?!\d*$)/.test(authority.replace(/^\[.*\]/, ''));

/** An address without user and password. They may hold every mark that ends a host: what they are is told by what a host cannot be. */
const withoutUser = (address: string): string => {
  const begin = address.indexOf('://') + 3;
  const [authority = ''] = address.slice(begin).split(/[/?#]/, 1);
  const at = address.lastIndexOf('@');
  return at >= begin && isUser(authority) ? `${address.slice(0, begin)}…${address.slice(at)}` : address;
};

/**
 * A text without the passwords and keys of the addresses in it. Whatever names an address (a label, a spec, a note, an
 * error) goes through here; only requests have the whole.
 */
export const withoutSecrets = (text: string): string =>
  text
    .replace(ADDRESS, (addresses) => addressesIn(addresses).map(withoutUser).join(','))
    .replace(PARAMETER, (whole, mark: string, name: string) =>
      TELLING.test(name) ? `${mark}${name}=…` : whole,
    );

/**
 * What a person gave for an address, in the error that refuses it: nothing where a user or password may be part of it, even one that is cut off at
 * a mark, and no query.
 */
export const shownAddress = (given: string): string => {
  const mark = given.indexOf('://');
  const begin = mark < 0 ? 0 : mark + 3;
  const [authority = ''] = given.slice(begin).split(/[/?#]/, 1);
  if (given.includes('@') || isUser(authority)) return `${given.slice(0, begin)}…`;
  return given.replace(/\?[^#]*/g, '?…');
};

/** A word as a shell takes it; passwords and keys of addresses are left out. */
export const shellWord = (word: string): string => {
  const shown = withoutSecrets(word);
  return /^[\w./:=,@%+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
};
