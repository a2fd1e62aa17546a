import { join } from 'node:path';
import { byCodePoint } from '../../core/index.js';
import { makeFolder, writeAtomic } from '../../platform/node/index.js';
import type { PageFile } from '../http/index.js';
import {
  addresses,
  type ContentOf,
  type Key,
  type KeysOf,
  keyOf,
  type ResourceAddress,
  resourceAt,
  SCRIPT_FUNCTION,
  type SiteResource,
  scriptAddress,
} from '../page-data/index.js';
import type { Site } from './site.js';

/**
 * Writes the page and every resource of it as files that work from any web server, from a subfolder, and opened from disk. Each resource is
 * written twice, as JSON and as a classic script, since browsers do not let a page from a file read other files.
 */
export const writeSite = async (
  site: Site,
  out: string,
  files: ReadonlyMap<string, PageFile>,
  now = new Date(),
): Promise<void> => {
  const write = async (name: string, content: string | Uint8Array): Promise<void> => {
    const path = join(out, ...name.split('/'));
    await makeFolder(join(path, '..'));
    await writeAtomic(path, [content], { lasting: false });
  };
  for (const [name, { bytes }] of files) await write(name, bytes);
  const known = new Set<ResourceAddress>([addresses.index()]);
  for (let round = [...known]; round.length > 0; ) {
    const before = known.size;
    for (const address of inOrder(round)) {
      const { name, keys } = resourceAt(address)!;
      const content = await site.resource(address);
      if (content === undefined) continue;
      const json = JSON.stringify(name === 'index' ? { ...content, ...offline(now) } : content);
      await write(address, json);
      await write(scriptAddress(address), scriptOf(address, json));
      for (const found of leadsFrom(name as SiteResource, content, keys)) known.add(found);
    }
    round = [...known].slice(before);
  }
};

/** What the index of a site without a server says differently. */
const offline = (now: Date) => ({
  writtenAt: now.toISOString(),
  can: { live: false, search: false, explain: false },
  typed: undefined,
});

/** Nothing in the text can end the script or start a tag. */
const scriptOf = (address: string, json: string): string => {
  const quoted = json
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `${SCRIPT_FUNCTION}(${JSON.stringify(address)}, ${quoted});\n`;
};

/** Explanations last, and system by system so that each is opened once. */
const inOrder = (round: readonly ResourceAddress[]): readonly ResourceAddress[] => {
  const opens = (address: string): string => {
    const { name, keys: [task, , system] = [] } = resourceAt(address)!;
    return name === 'explanation' ? `${task} ${system}` : '';
  };
  return round.toSorted((a, b) => byCodePoint(opens(a), opens(b)));
};

/** What the page loads next from each resource. */
const LEADS: {
  readonly [Name in SiteResource]: (
    content: ContentOf<Name>,
    keys: KeysOf<Name>,
  ) => readonly ResourceAddress[];
} = {
  index: ({ boards, audits, systems, tasks }) => [
    ...boards.flatMap(({ key, measures }) =>
      measures.map((measure) => addresses.leaderboard(key, measure.key)),
    ),
    ...boards.flatMap(({ key }) => [addresses.nano(key), addresses.slices(key)]),
    addresses.audits(),
    ...audits.flatMap(({ key }) => [addresses.audit(key), addresses.auditPairs(key)]),
    ...systems.map(({ key }) => addresses.system(key)),
    ...tasks.map(({ key }) => addresses.task(key)),
  ],
  leaderboard: () => [],
  slices: () => [],
  audits: () => [],
  audit: ({ row: { task }, report: { checks, reasoning } }) => {
    const { headline, groups = [] } = reasoning ?? {};
    const figures = [...(headline ? [headline] : []), ...groups.flatMap((each) => each.figures)];
    const named = [...checks, ...figures].flatMap(({ examples }): readonly { query?: string }[] => examples);
    return named.flatMap(({ query }) =>
      task === undefined || query === undefined ? [] : [addresses.query(task, keyOf(query))],
    );
  },
  auditPairs: () => [],
  nano: () => [],
  system: ({ tasks }, [system]) =>
    tasks.filter(({ perQuery }) => perQuery).map(({ task }) => addresses.scores(task, system)),
  task: () => [],
  scores: ({ queries }, [task]) => queries.map(({ query }) => addresses.query(task, query)),
  query: ({ judged, systems }, [task, query]) => [
    ...judged.map(({ document }) => addresses.document(task, document)),
    ...systems
      .filter(({ explained }) => explained)
      .map(({ system }) => addresses.explanation(task, query, system)),
  ],
  explanation: ({ systems }, [task]) =>
    systems.flatMap(({ hits }) => hits.map(({ docId }) => addresses.document(task, keyOf(docId)))),
  document: () => [],
};

const leadsFrom = (name: SiteResource, content: unknown, keys: readonly Key[]) =>
  (LEADS[name] as unknown as (content: unknown, keys: readonly Key[]) => readonly ResourceAddress[])(
    content,
    keys,
  );
