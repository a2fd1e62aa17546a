import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { InputError } from '../../core/index.js';
import { sha256 } from '../../platform/node/index.js';

/** The key that results are signed with: Ed25519, PKCS#8 in PEM. */
export const readSigningKey = (file: string): Promise<KeyObject> =>
  keyIn(file, createPrivateKey, {
    expected: 'a private Ed25519 key in PEM, without a passphrase',
    fix: 'make one: openssl genpkey -algorithm ed25519 -out key.pem',
  });

export const readPublicKey = (file: string): Promise<KeyObject> =>
  keyIn(file, createPublicKey, {
    expected: 'a public Ed25519 key in PEM',
    fix: 'its owner makes it: openssl pkey -in key.pem -pubout -out public.pem',
  });

const keyIn = async (
  file: string,
  read: (text: Buffer) => KeyObject,
  about: { readonly expected: string; readonly fix: string },
): Promise<KeyObject> => {
  const wrong = (found: string) => new InputError({ at: { file }, found, ...about });
  const text = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw wrong(`cannot be read (${error.code})`);
  });
  const key = tried(read, text);
  if (!key) throw wrong('no such key');
  if (key.asymmetricKeyType !== 'ed25519') throw wrong(`a key of type ${key.asymmetricKeyType}`);
  return key;
};

/** The error of the library is left out: nothing of a key belongs into a message. */
const tried = (read: (text: Buffer) => KeyObject, text: Buffer): KeyObject | undefined => {
  try {
    return read(text);
  } catch {
    return undefined;
  }
};

/** SHA-256 of the public key, which people can compare by another way. */
export const keyHash = (key: KeyObject): string => {
  const shown = key.type === 'private' ? createPublicKey(key) : key;
  return sha256(shown.export({ type: 'spki', format: 'der' }));
};
