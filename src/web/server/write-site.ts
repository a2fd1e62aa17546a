import { join } from 'node:path';
import type { QueryExplanation } from '../../experiment/record/index.js';
import { makeFolder, writeAtomic } from '../../platform/node/index.js';
import type { PageFile } from '../http/index.js';
import {
  type AuditPage,
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
  const load = loader(site);
  for await (const address of addressesOf(load, index)) {
    if (known.has(address)) continue;
    known.add(address);
    const content = await load(address);
    if (content !== undefined) await resource(address, content);
  }
  return total;
};

type Load = (address: string) => Promise<unknown>;

/** Loads what was just written without making it again: it is looked at for what it leads to. */
const loader = (site: Site): Load => {
  const last = { address: '', content: undefined as unknown };
  return async (address) => {
    if (last.address !== address) Object.assign(last, { content: await site.resource(address), address });
    return last.content;
  };
};

/** Every resource that the others lead to; some more than once. */
async function* addressesOf(
  load: Load,
  { boards, systems, tasks, audits }: SiteIndex,
): AsyncGenerator<string> {
  for (const { key, measures } of boards)
    for (const measure of measures) yield addresses.leaderboard(key, measure.key);
  for (const { key } of boards) yield addresses.nano(key);
  for (const { key, ownSystems } of boards) if (ownSystems > 0) yield addresses.slices(key);
  yield addresses.audits();
  for (const { key } of audits) {
    yield addresses.audit(key);
    yield addresses.auditPairs(key);
    yield* auditedQueries((await load(addresses.audit(key))) as AuditPage);
  }
  const scored: { task: Key; system: Key }[] = [];
  for (const { key } of systems) {
    yield addresses.system(key);
    const page = (await load(addresses.system(key))) as SystemPage;
    for (const { task, perQuery } of page.tasks) if (perQuery) scored.push({ task, system: key });
  }
  for (const { task, system } of scored) yield addresses.scores(task, system);
  for (const { key } of tasks) {
    yield addresses.task(key);
    const first = scored.find(({ task }) => task === key);
    if (!first) continue;
    const scores = (await load(addresses.scores(key, first.system))) as QueryScores;
    const keys = scores.queries.map(({ query }) => query);
    const explained = new Set<Key>();
    for (const query of keys) {
      yield addresses.query(key, query);
      const page = (await load(addresses.query(key, query))) as QueryPage;
      for (const { document } of page.judged) yield addresses.document(key, document);
      for (const each of page.systems) if (each.explained) explained.add(each.system);
    }
    yield* explanationAddresses(load, key, keys, explained);
  }
}

/** Queries that an audit leads to. */
function* auditedQueries({ row: { task }, report }: AuditPage): Generator<string> {
  if (task === undefined) return;
  const { headline, groups = [] } = report.reasoning ?? {};
  const named = [
    ...report.checks.flatMap(({ examples }) => examples),
    ...[...(headline ? [headline] : []), ...groups.flatMap(({ figures }) => figures)].flatMap(
      ({ examples }) => examples,
    ),
  ];
  for (const { query } of named) if (query !== undefined) yield addresses.query(task, keyOf(query));
}

/** Explanations of queries, system by system so that each is opened once, with the documents that they show. */
async function* explanationAddresses(
  load: Load,
  task: Key,
  queries: readonly Key[],
  systems: ReadonlySet<Key>,
): AsyncGenerator<string> {
  for (const system of systems)
    for (const query of queries) {
      const address = addresses.explanation(task, query, system);
      yield address;
      const found = (await load(address)) as QueryExplanation | undefined;
      for (const { docId } of found?.systems.flatMap(({ hits }) => hits) ?? [])
        yield addresses.document(task, keyOf(docId));
    }
}
