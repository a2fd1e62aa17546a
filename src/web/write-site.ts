import { join } from 'node:path';
import { makeFolder, writeAtomic } from '../node/index.js';
import {
  addresses,
  type Key,
  keyOf,
  type QueryPage,
  type QueryScores,
  SCRIPT_FUNCTION,
  type SiteIndex,
  type SystemPage,
  scriptAddress,
} from '../page-data/index.js';
import type { QueryExplanation } from '../record/index.js';
import type { PageFile } from './page-files.js';
import type { Site } from './site.js';

/** What was written, for the line that says so. */
export interface WrittenSite {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Writes the page and every resource of it as files that work from any web server, from a subfolder, and opened from disk. Each resource is
 * written twice, as JSON and as a classic script, since browsers do not let a page from a file read other files.
 */
export const writeSite = async (
  site: Site,
  out: string,
  files: ReadonlyMap<string, PageFile>,
  now = new Date(),
): Promise<WrittenSite> => {
  const total = { files: 0, bytes: 0 };
  const write = async (name: string, content: string | Uint8Array): Promise<void> => {
    const path = join(out, ...name.split('/'));
    await makeFolder(join(path, '..'));
    await writeAtomic(path, [content]);
    total.files += 1;
    total.bytes += content.length;
  };
  const resource = async (address: string, content: unknown): Promise<void> => {
    const json = JSON.stringify(content);
    await write(address, json);
    // Nothing in the text can end the script or start a tag.
    const quoted = json
      .replaceAll('<', '\\u003c')
      .replaceAll('\u2028', '\\u2028')
      .replaceAll('\u2029', '\\u2029');
    await write(scriptAddress(address), `${SCRIPT_FUNCTION}(${JSON.stringify(address)}, ${quoted});\n`);
  };
  for (const [name, { bytes }] of files) await write(name, bytes);
  const index = await site.index();
  const written: SiteIndex = {
    ...index,
    writtenAt: now.toISOString(),
    can: { live: false, search: false, explain: false },
  };
  await resource(addresses.index(), written);
  const known = new Set<string>();
  for await (const address of addressesOf(site, index)) {
    if (known.has(address)) continue;
    known.add(address);
    const content = await site.resource(address);
    if (content !== undefined) await resource(address, content);
  }
  return total;
};

/** Every resource that the others lead to. */
async function* addressesOf(site: Site, { boards, systems, tasks }: SiteIndex): AsyncGenerator<string> {
  for (const { key, measures } of boards)
    for (const measure of measures) yield addresses.leaderboard(key, measure.key);
  for (const { key } of boards) yield addresses.nano(key);
  for (const { key, ownSystems } of boards) if (ownSystems > 0) yield addresses.slices(key);
  const scored: { task: Key; system: Key }[] = [];
  for (const { key } of systems) {
    yield addresses.system(key);
    const page = (await site.resource(addresses.system(key))) as SystemPage;
    for (const { task, perQuery } of page.tasks) if (perQuery) scored.push({ task, system: key });
  }
  for (const { task, system } of scored) yield addresses.scores(task, system);
  for (const { key } of tasks) {
    yield addresses.task(key);
    const first = scored.find(({ task }) => task === key);
    if (!first) continue;
    const scores = (await site.resource(addresses.scores(key, first.system))) as QueryScores;
    for (const { query } of scores.queries) yield* queryAddresses(site, key, query);
  }
}

/** A query, its judged documents, and its explanation in each system with the documents that it shows. */
async function* queryAddresses(site: Site, task: Key, query: Key): AsyncGenerator<string> {
  yield addresses.query(task, query);
  const page = (await site.resource(addresses.query(task, query))) as QueryPage;
  for (const { document } of page.judged) yield addresses.document(task, document);
  for (const { system, explained } of page.systems) {
    if (!explained) continue;
    const address = addresses.explanation(task, query, system);
    yield address;
    const { systems } = (await site.resource(address)) as QueryExplanation;
    for (const { docId } of systems.flatMap(({ hits }) => hits)) yield addresses.document(task, keyOf(docId));
  }
}
