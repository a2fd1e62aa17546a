import { basename } from 'node:path';
import {
  commandLine,
  differences,
  InputError,
  type InputProblem,
  type Json,
  ownersOf,
  type Shard,
  shardText,
} from '../../../core/index.js';
import { readResult, resultFolder } from '../../results/index.js';
import {
  DamagedShard,
  headerFile,
  readBlock,
  readHeader,
  readWhole,
  type ShardHeader,
  type StoredBlock,
  shardFoldersIn,
} from './shard-files.js';
import { type Block, blocksOf, type WorkList } from './work-list.js';

/** One system on one task, of which every piece was found and is whole. */
export interface CheckedItem {
  /** Position among all items. */
  readonly place: number;
  /** Below the folder of records. */
  readonly folder: string;
  readonly measures: readonly string[];
  readonly missing: 'zero' | 'skip';
  /** In the order of the queries. */
  readonly blocks: readonly { readonly folder: string; readonly block: Block }[];
  /** What all blocks say alike; absent where the result was whole before. */
  readonly first?: StoredBlock;
  readonly whole?: { readonly from: string; readonly to: readonly [string, string] };
}

/** All shards of one split. */
export interface CheckedShards {
  readonly folders: readonly string[];
  readonly items: readonly CheckedItem[];
}

interface Found {
  readonly folder: string;
  readonly results: string;
  readonly header: ShardHeader;
}

/** Every piece of every shard below these folders of records; an error names all that are missing, and what makes them. */
export const checkShards = async (results: readonly string[]): Promise<CheckedShards> => {
  const found = await foundShards(results);
  const { work, shard } = found[0]!.header;
  mustAgree(found);
  const byIndex = new Map(found.map((each) => [each.header.shard.index, each]));
  // A shard without work says so by its header: one that never ran may be of another split.
  const all = Array.from({ length: shard.count }, (_, i) => i + 1);
  const missing = new Set(all.filter((index) => !byIndex.has(index)));
  const owners = ownersOf(
    work.items.reduce((sum, { queries }) => sum + blocksOf(queries).length, 0),
    shard.count,
  );
  let row = 0;
  const items: CheckedItem[] = [];
  for (const [place, item] of work.items.entries()) {
    const pieces: Piece[] = [];
    const absent = new Set<number>();
    for (const block of blocksOf(item.queries)) {
      const index = owners[row++]!;
      const at = byIndex.get(index);
      const stored = at && (await soundBlock(at, place, block));
      if (at && stored) pieces.push({ at, block, stored });
      else absent.add(index);
    }
    const whole = absent.size > 0 ? await wholeOf(found, place, item.folder) : undefined;
    if (absent.size === 0) mustBeAlike(pieces);
    if (!whole) for (const index of absent) missing.add(index);
    items.push({
      ...{ place, folder: item.folder, measures: item.measures, missing: work.missing },
      blocks: pieces.map(({ at, block }) => ({ folder: at.folder, block })),
      ...(whole ? { whole } : pieces[0] && { first: pieces[0].stored }),
    });
  }
  if (missing.size > 0)
    throw missingShards(
      found,
      [...missing].toSorted((a, b) => a - b),
      byIndex,
    );
  return { folders: found.map(({ folder }) => folder), items };
};

interface Piece {
  readonly at: Found;
  readonly block: Block;
  /** Without its rankings. */
  readonly stored: StoredBlock;
}

const foundShards = async (results: readonly string[]): Promise<readonly Found[]> => {
  const found: Found[] = [];
  for (const each of new Set(results))
    for (const folder of await shardFoldersIn(each)) {
      const header = await readHeader(folder).catch((error: unknown) => {
        throw error instanceof DamagedShard
          ? new InputError({
              ...error.details,
              fix: `run shard ${basename(folder).replace('-of-', '/')} again`,
            })
          : error;
      });
      if (header) found.push({ folder, results: each, header });
    }
  if (found.length > 0) return found.toSorted((a, b) => a.header.shard.index - b.header.shard.index);
  throw new InputError({
    at: { file: results.join(', ') },
    found: 'no shards',
    expected: 'folders in which r2med run --shard left its pieces: <out>/.shards/1-of-4',
    fix: 'name them with --results; shards that were merged are results by now',
  });
};

/** Shards of one split: as many, each once, of the same work. */
const mustAgree = (found: readonly Found[]): void => {
  const [first, ...others] = found;
  for (const { folder, header } of others) {
    const refused = (what: string, more: Partial<InputProblem> = {}): InputError =>
      new InputError({
        at: { file: headerFile(folder) },
        found: what,
        fix: 'merge the shards of one command at a time: remove the folders of others, or name other --results',
        ...more,
      });
    if (header.shard.count !== first!.header.shard.count)
      throw refused(`shard ${shardText(header.shard)} next to shard ${shardText(first!.header.shard)}`);
    const [difference] = differences(asJson(first!.header.work), asJson(header.work));
    if (difference)
      throw refused(`a shard of other work than ${first!.folder}: ${difference.name} ${difference.now}`, {
        expected: `${difference.name} ${difference.earlier}`,
      });
  }
  const twice = found.find(({ header }, i) => found[i + 1]?.header.shard.index === header.shard.index);
  if (!twice) return;
  const both = found.filter(({ header }) => header.shard.index === twice.header.shard.index);
  throw new InputError({
    found: `shard ${shardText(twice.header.shard)} twice: ${both.map(({ folder }) => folder).join(' and ')}`,
    expected: 'every shard once',
    fix: 'leave one of these folders out',
  });
};

const asJson = (work: WorkList): Json => work as unknown as Json;

/** A piece without its rankings; undefined where it is not there. */
const soundBlock = async (at: Found, place: number, block: Block): Promise<StoredBlock | undefined> => {
  const stored = await readBlock(at.folder, place, block).catch((error: unknown) => {
    if (!(error instanceof DamagedShard)) throw error;
    throw new InputError({ ...error.details, fix: `${commandOf(at, at.header.shard)} makes it again` });
  });
  return stored && { ...stored, rankings: [] };
};

const wholeOf = async (
  found: readonly Found[],
  place: number,
  below: string,
): Promise<CheckedItem['whole']> => {
  for (const { folder, results } of found) {
    const marker = await readWhole(folder, place).catch(() => undefined);
    if (!marker) continue;
    const { system, task } = marker;
    const from = resultFolder(below ? `${results}/${below}` : results, system, task);
    const result = await readResult(from).catch(() => undefined);
    if (result?.record.fingerprint === marker.fingerprint) return { from, to: [system, task] };
  }
  return undefined;
};

/** Pieces of one result come from the same system on the same data. */
const mustBeAlike = (pieces: readonly Piece[]): void => {
  const first = pieces[0]!;
  for (const { at, stored } of pieces) {
    if (stored.fingerprint === first.stored.fingerprint) continue;
    const [difference] = differences(first.stored.spec, stored.spec);
    const what = difference ? `${difference.name} ${difference.now}` : 'other data or measures';
    throw new InputError({
      at: { file: at.folder },
      found: `${stored.name} on ${stored.task.name} with other settings than in ${first.at.folder}: ${what}`,
      ...(difference && { expected: `${difference.name} ${difference.earlier}` }),
      fix: `make shards with the same settings: ${commandOf(at, at.header.shard)} --overwrite`,
    });
  }
};

const commandOf = ({ header }: Found, { index }: Shard): string => {
  const { command, shard } = header;
  const words = command.length > 0 ? command : ['run'];
  return commandLine(...words, '--shard', shardText({ index, count: shard.count }));
};

const missingShards = (
  found: readonly Found[],
  missing: readonly number[],
  there: ReadonlyMap<number, Found>,
): InputError => {
  const { count } = found[0]!.header.shard;
  const each = missing.map((index) => `${index}/${count}${there.has(index) ? ' (begun, not finished)' : ''}`);
  return new InputError({
    found: `${missing.length === 1 ? 'a missing shard' : `${missing.length} missing shards`}: ${each.join(', ')}`,
    expected: `all ${count} shards`,
    fix: missing.map((index) => commandOf(found[0]!, { index, count })).join('\n       '),
  });
};
