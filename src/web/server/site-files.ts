import { promisify } from 'node:util';
import { constants, gunzip, gzip, type ZlibOptions } from 'node:zlib';
import { byCodePoint, WorkError } from '../../core/index.js';
import type { PageFile } from '../http/index.js';
import {
  addresses,
  type ContentOf,
  type Key,
  type KeysOf,
  keyOf,
  packAddress,
  packed,
  type ResourceAddress,
  resourceAt,
  SCRIPT_FUNCTION,
  type SiteResource,
  scriptAddress,
} from '../page-data/index.js';
import type { Site } from './site.js';

/**
 * The page and every resource of it as files that work from any web server, from a subfolder, and opened from disk. Browsers do not let a page from a
 * file read other files, but run scripts next to it: each resource is one, or part of one (`packAddress`), and those that every page needs are there as JSON too.
 */
export const siteFiles = async (
  site: Site,
  page: ReadonlyMap<string, PageFile>,
  now = new Date(),
): Promise<ReadonlyMap<string, string | Uint8Array>> => {
  const files = new Map<string, string | Uint8Array>();
  const write = (path: string, content: string | Uint8Array): void => void files.set(path, content);
  for (const [name, { bytes }] of page) write(name, bytes);
  await site.check();
  const packs = packsTo(write);
  const known = new Set<ResourceAddress>([addresses.index()]);
  const documents = new Set<ResourceAddress>();
  const writeOne = async (address: ResourceAddress): Promise<void> => {
    const { name, keys } = resourceAt(address)!;
    let content = await site.resource(address);
    if (content === undefined) return;
    if (name === 'index') mustBeWhole(content as ContentOf<'index'>);
    // What a reader sees first is not all of it.
    if (name === 'uncertainty' && !(content as ContentOf<'uncertainty'>).whole)
      content = await site.resource(address);
    const pack = packAddress(address);
    if (pack !== undefined) await packs.add(pack, address, content);
    else {
      const json = JSON.stringify(name === 'index' ? { ...(content as object), ...offline(now) } : content);
      write(address, json);
      write(scriptAddress(address), scriptOf(address, json));
    }
    for (const found of leadsFrom(name as SiteResource, content, keys))
      (resourceAt(found)!.name === 'document' ? documents : known).add(found);
  };
  for (let round = [...known]; round.length > 0; ) {
    const before = known.size;
    let last: Key | undefined;
    for (const address of inOrder(round)) {
      const { name, keys } = resourceAt(address)!;
      const task = name === 'explanation' ? keys[0] : undefined;
      // All that systems made of the queries of a task is known: what follows needs the room.
      if (last !== undefined && last !== task) await packs.write(last);
      last = task;
      await writeOne(address);
    }
    round = [...known].slice(before);
  }
  await packs.write();
  let pack: string | undefined;
  for (const address of [...documents].sort((a, b) => byCodePoint(packAddress(a)!, packAddress(b)!))) {
    if (pack !== packAddress(address)) await packs.write();
    pack = packAddress(address);
    await writeOne(address);
  }
  await packs.write();
  mustBeWhole((await site.resource(addresses.index()))!);
  return files;
};

/** A page that is served says what could not be read, and shows it once it can. Files would lack it for good. */
const mustBeWhole = ({ problems: [first, ...more] }: ContentOf<'index'>): void => {
  if (first !== undefined)
    throw new WorkError(
      more.length > 0 ? `${first} (and ${more.length} more)` : first,
      'repair what is named or move it elsewhere, then export again',
    );
};

/** Collects resources that share a file. They wait compressed: fifty systems on a hundred queries are 400 MB of JSON. */
const packsTo = (write: (path: string, content: string) => void) => {
  const waiting = new Map<string, { readonly address: string; readonly json: Buffer }[]>();
  return {
    async add(pack: string, address: string, content: unknown): Promise<void> {
      const json = await compress(JSON.stringify(content), { level: constants.Z_BEST_SPEED });
      waiting.set(pack, [...(waiting.get(pack) ?? []), { address, json }]);
    },
    /** Writes what waits, or what waits of a task. */
    async write(task?: string): Promise<void> {
      for (const [pack, held] of [...waiting]) {
        if (task !== undefined && !pack.split('/').includes(task)) continue;
        const contents = await Promise.all(
          held.map(async ({ address, json }) => [address, JSON.parse(`${await inflate(json)}`)] as const),
        );
        write(pack, await packedScriptOf(pack, packed(Object.fromEntries(contents))));
        waiting.delete(pack);
      }
    },
  };
};

/** What the index of a site without a server says differently. */
const offline = (now: Date) => ({
  writtenAt: now.toISOString(),
  can: { live: false, search: false, explain: false },
  typed: undefined,
  missing: undefined,
});

/** Nothing in the text can end the script or start a tag. */
const scriptOf = (address: string, json: string): string => {
  const quoted = json
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `${SCRIPT_FUNCTION}(${JSON.stringify(address)}, ${quoted});\n`;
};

const packedScriptOf = async (address: string, json: string): Promise<string> => {
  const bytes = await compress(json, { level: constants.Z_BEST_COMPRESSION });
  return `${SCRIPT_FUNCTION}(${JSON.stringify(address)}, "${bytes.toString('base64')}");\n`;
};

const compress = promisify<string, ZlibOptions, Buffer>(gzip);
const inflate = promisify<Buffer, Buffer>(gunzip);

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
    ...boards.flatMap(({ key }) => [
      addresses.nano(key),
      addresses.slices(key),
      addresses.boardVariants(key),
    ]),
    addresses.audits(),
    ...audits.flatMap(({ key }) => [addresses.audit(key), addresses.auditPairs(key)]),
    ...systems.map(({ key }) => addresses.system(key)),
    ...tasks.flatMap(({ key }) => [addresses.task(key), addresses.outcomes(key), addresses.answers(key)]),
  ],
  leaderboard: ({ board, measure }) => [addresses.uncertainty(board.key, measure.key)],
  uncertainty: () => [],
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
  outcomes: ({ task, measures }) => measures.map(({ key }) => addresses.columns(task, key)),
  columns: () => [],
  answers: () => [],
  boardVariants: ({ measures, variants }, [board]) =>
    measures.flatMap(({ key }) =>
      [...new Set(variants.map(({ base }) => base))].map((base) => addresses.variants(board, key, base)),
    ),
  variants: () => [],
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
