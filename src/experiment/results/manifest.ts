import { type KeyObject, sign, verify } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '../../core/index.js';
import {
  cannotRead,
  fileSha256,
  packageVersion,
  readPlain,
  remove,
  writeAtomic,
} from '../../platform/node/index.js';
import { json, keyedBy } from '../record/index.js';
import { keyHash, readPublicKey } from './signing-key.js';

/** The list of a folder's files, and the signature under it. */
const MANIFEST = 'manifest.json';
const SIGNATURE = 'manifest.sig.json';

const schemas = () => ({
  Manifest: z.strictObject({
    version: z.literal(1),
    made: z.iso.datetime(),
    versions: keyedBy(z.string()),
    machine: keyedBy(z.union([z.string(), z.number()])),
    /** What the folder is the result of. */
    about: json,
    /** SHA-256 of every other file, by its path with forward slashes. */
    files: keyedBy(z.string()),
  }),
  Signature: z.strictObject({
    algorithm: z.literal('ed25519'),
    /** SHA-256 of the public key. The key itself must come from its owner by another way. */
    key: z.string(),
    signature: z.string(),
  }),
});

/** What a folder with a manifest is. */
export interface CheckedManifest {
  readonly files: number;
  /** SHA-256 of the public key whose signature it claims to have. */
  readonly signedBy: string | null;
  /** Whether the signature is that of the key which was given; null where none was given. */
  readonly verified: boolean | null;
  /** Each a sentence, with the file it is about. */
  readonly problems: readonly string[];
}

/** Lists all files of a folder with their hashes, and signs the list where there is a key. */
export const writeManifest = async (
  folder: string,
  about: JsonObject,
  { key, versions = {} }: { readonly key?: KeyObject; readonly versions?: JsonObject } = {},
): Promise<void> => {
  // A signature does not outlive what it was made for, wherever this stops.
  await remove(join(folder, SIGNATURE));
  const files: [string, string][] = [];
  for (const { name, isFile } of await itemsIn(folder))
    if (isFile) files.push([name, await fileSha256(join(folder, name))]);
  const processors = cpus();
  const text = `${JSON.stringify(
    {
      version: 1,
      made: new Date().toISOString(),
      versions: { r2med: packageVersion(), node: process.version, ...versions },
      machine: {
        system: `${platform()}-${arch()}`,
        processor: processors[0]?.model ?? 'unknown',
        cores: processors.length,
        memoryGiB: Math.round(totalmem() / 2 ** 30),
      },
      about,
      files: Object.fromEntries(files),
    },
    null,
    2,
  )}\n`;
  await writeAtomic(join(folder, MANIFEST), [text]);
  if (!key) return;
  const signature = sign(null, Buffer.from(text), key).toString('base64');
  const signed = { algorithm: 'ed25519', key: keyHash(key), signature };
  await writeAtomic(join(folder, SIGNATURE), [`${JSON.stringify(signed, null, 2)}\n`]);
};

/** Compares a folder with its manifest, and the manifest with its signature; undefined where there is neither manifest nor key. */
export const checkManifest = async (
  folder: string,
  keyFile?: string,
): Promise<CheckedManifest | undefined> => {
  const key = keyFile === undefined ? undefined : await readPublicKey(keyFile);
  const bytes = await bytesOf(join(folder, MANIFEST));
  if (!bytes && !key) return undefined;
  const { Manifest, Signature } = schemas();
  const listed = parsed(Manifest, bytes);
  const signed = parsed(Signature, await bytesOf(join(folder, SIGNATURE)));
  const verified =
    key && bytes && signed ? verify(null, bytes, key, Buffer.from(signed.signature, 'base64')) : false;
  const wrong = (what: string): readonly string[] => [`${join(folder, MANIFEST)}: ${what}`];
  return {
    files: Object.keys(listed?.files ?? {}).length,
    signedBy: signed?.key ?? null,
    verified: key ? verified : null,
    problems: [
      ...(listed
        ? []
        : wrong(bytes ? 'not a manifest' : 'missing: reproduce writes it, and signs it with --sign')),
      ...(key && bytes && !verified ? wrong(unsigned(signed?.key, keyHash(key))) : []),
      ...(listed ? await differing(folder, new Map(Object.entries(listed.files))) : []),
    ],
  };
};

const unsigned = (signedBy: string | undefined, expected: string): string => {
  if (signedBy === undefined) return `not signed, or ${SIGNATURE} cannot be read`;
  return signedBy === expected
    ? 'changed after it was signed: the signature is not that of its content'
    : `signed with another key: SHA-256 ${signedBy}, and the one given is ${expected}`;
};

/** Files that were changed, taken away or put there since they were listed. Only what is there is opened, never what a manifest names. */
const differing = async (folder: string, listed: ReadonlyMap<string, string>): Promise<readonly string[]> => {
  const items = await itemsIn(folder);
  const problems: string[] = [];
  for (const { name, isFile } of items) {
    const path = join(folder, name);
    if (!isFile) problems.push(`${path}: neither a file nor a folder`);
    else if (!listed.has(name)) problems.push(`${path}: not in the manifest, so it was added later`);
    else if ((await fileSha256(path)) !== listed.get(name))
      problems.push(`${path}: changed after it was listed`);
  }
  const there = new Set(items.map(({ name }) => name));
  const missing = [...listed.keys()].filter((name) => !there.has(name));
  return [...problems, ...missing.map((name) => `${join(folder, name)}: missing, but in the manifest`)];
};

/** Everything below a folder but folders, the manifest and its signature, by path. Links are not followed. */
const itemsIn = async (
  folder: string,
  below = '',
): Promise<readonly { readonly name: string; readonly isFile: boolean }[]> => {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const items = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory()) items.push(...(await itemsIn(folder, name)));
    else if (name !== MANIFEST && name !== SIGNATURE) items.push({ name, isFile: entry.isFile() });
  }
  return items;
};

const bytesOf = (file: string): Promise<Buffer | undefined> =>
  readPlain(file).catch(cannotRead(file, undefined));

const parsed = <T>(schema: z.ZodType<T>, bytes: Buffer | undefined): T | undefined => {
  try {
    return bytes && schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
};
