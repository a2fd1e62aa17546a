import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { z } from 'zod';
import { commandLine } from '../../core/index.js';
import {
  cannotRead,
  makePrivateFolder,
  readRecordFile,
  remove,
  sha256,
  writeAtomic,
} from '../../platform/node/index.js';
import { reviewFiles } from './json-file.js';

const Link = z.strictObject({ hash: z.string(), since: z.iso.datetime() });

/** Makes a link's token for somebody; an earlier one of theirs no longer opens anything. Only a hash of it is saved. */
export const renewLink = async (folder: string, name: string, now = new Date()): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await makePrivateFolder(reviewFiles(folder).links);
  const link: z.infer<typeof Link> = { hash: sha256(token), since: now.toISOString() };
  await writeAtomic(reviewFiles(folder).link(name), [`${JSON.stringify(link)}\n`], { secret: true });
  return token;
};

/** Takes somebody's link away, at once also from a server that runs. */
export const revokeLink = (folder: string, name: string): Promise<void> =>
  remove(reviewFiles(folder).link(name));

/** When somebody's link was made; undefined where they have none. */
export const linkSince = async (folder: string, name: string): Promise<string | undefined> =>
  (await readLink(folder, name))?.since;

/** Whose link has this token. Read anew each time, so that a link that was taken away opens nothing from then on. */
export const holderOf = async (folder: string, token: string): Promise<string | undefined> => {
  const { links } = reviewFiles(folder);
  const files = await readdir(links).catch(cannotRead(links, []));
  const hash = sha256(token);
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const name = file.slice(0, -'.json'.length);
    // Hashes are compared, so the time it takes says nothing about a token.
    if ((await readLink(folder, name))?.hash === hash) return name;
  }
  return undefined;
};

const readLink = (folder: string, name: string): Promise<z.infer<typeof Link> | undefined> =>
  readRecordFile(
    reviewFiles(folder).link(name),
    Link,
    commandLine('review', 'link', folder, '--renew', name),
  );
