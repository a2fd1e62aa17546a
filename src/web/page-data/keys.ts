import { sha256Hex } from './sha256.js';

/** A name that is safe in addresses and file names, made by `keyOf`. Only keys travel in addresses, never ids or paths. */
export type Key = string & { readonly __brand: 'Key' };

/** Characters of the readable part. */
const READABLE = 40;
const HASH = 12;

/**
 * The key of an id or a name, whatever it holds: a readable beginning in small letters, digits and hyphens, and a hash that tells it from all
 * others of its scope. The same on server and page.
 */
export const keyOf = (id: string, scope = ''): Key => {
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, READABLE)
    .replace(/^-/, '')
    .replace(/-$/, '');
  return `${readable || 'id'}-${sha256Hex(`${scope}\n${id}`).slice(0, HASH)}` as Key;
};

/** Whether a text from an address can be a key at all. */
export const isKey = (text: string): text is Key => /^[a-z0-9-]{14,53}$/.test(text);
