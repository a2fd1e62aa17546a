import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  canonicalJson,
  InputError,
  isJsonObject,
  type Json,
  type JsonObject,
  type Shard,
  shardName,
} from '../../../core/index.js';
import { cannotRead, readPlain, sha256, writeAtomic } from '../../../platform/node/index.js';
import type { ResultRecord } from '../../record/index.js';
import type { Block, WorkList } from './work-list.js';

/** What a shard says of itself: which part of which work, and how it is made. */
export interface ShardHeader {
  readonly shard: Shard;
  readonly work: WorkList;
  /** Without secrets, and without its `--shard`. */
  readonly command: readonly string[];
}

/** The rankings of some queries of one system on one task: a piece of a result, and never one. */
export interface StoredBlock extends Block {
  readonly name: string;
  readonly system: string;
  readonly spec: Json;
  readonly fingerprint: string;
  readonly task: ResultRecord['task'];
  /** Blocks that were answered after the same opening of the system have the same. */
  readonly opening: string;
  /** What stages said when they had met the corpus, and what the answers to these queries added. */
  readonly opened: JsonObject;
  readonly growth: JsonObject;
  /** Seconds; `open` counts once per opening. */
  readonly seconds: { readonly open: number; readonly search: number };
  /** By query, in their order: ids and scores. */
  readonly rankings: readonly (readonly [string, readonly (readonly [string, number])[]])[];
}

/** In place of blocks: the whole result was there already. */
export interface WholeResult {
  /** Names of its folder. */
  readonly system: string;
  readonly task: string;
  readonly fingerprint: string;
}

const VERSION = 1;
const HEADER = 'shard.json';
const WHOLE = 'whole.json';

/** Pieces are kept apart from results, in a format that no reader of results knows. */
export const shardsFolder = (out: string): string => join(out, '.shards');
export const shardFolder = (out: string, shard: Shard): string => join(shardsFolder(out), shardName(shard));

const blockFile = (folder: string, item: number, { first, end }: Block): string =>
  join(folder, String(item + 1), `${first + 1}-${end}.json`);

export const headerFile = (folder: string): string => join(folder, HEADER);

/** The folders of shards below a folder of records. */
export const shardFoldersIn = async (out: string): Promise<readonly string[]> => {
  const names = await readdir(shardsFolder(out)).catch(cannotRead(shardsFolder(out), []));
  return names.filter((name) => /^\d+-of-\d+$/.test(name)).map((name) => join(shardsFolder(out), name));
};

export const writeHeader = (folder: string, header: ShardHeader): Promise<void> =>
  writeSealed(headerFile(folder), 'shard', header);
export const readHeader = (folder: string): Promise<ShardHeader | undefined> =>
  readSealed(headerFile(folder), 'shard');

export const writeBlock = (folder: string, item: number, block: StoredBlock): Promise<void> =>
  writeSealed(blockFile(folder, item, block), 'block', block);
export const readBlock = (folder: string, item: number, block: Block): Promise<StoredBlock | undefined> =>
  readSealed(blockFile(folder, item, block), 'block');

export const writeWhole = (folder: string, item: number, whole: WholeResult): Promise<void> =>
  writeSealed(join(folder, String(item + 1), WHOLE), 'whole', whole);
export const readWhole = (folder: string, item: number): Promise<WholeResult | undefined> =>
  readSealed(join(folder, String(item + 1), WHOLE), 'whole');

/** A piece of a shard that is not what was written. Its shard makes it again. */
export class DamagedShard extends InputError {}

const sealOf = (content: JsonObject): string => sha256(canonicalJson(content));

const writeSealed = (file: string, kind: string, content: object): Promise<void> => {
  const asWritten = JSON.parse(JSON.stringify({ incomplete: true, kind, version: VERSION, content }));
  return writeAtomic(file, [`${JSON.stringify({ ...asWritten, seal: sealOf(asWritten) })}\n`]);
};

/** Undefined where there is no such file. */
const readSealed = async <Content>(file: string, kind: string): Promise<Content | undefined> => {
  const bytes = await readPlain(file).catch(cannotRead(file, undefined));
  if (bytes === undefined) return undefined;
  const damaged = (found: string): DamagedShard =>
    new DamagedShard({
      at: { file },
      found,
      expected: 'the file that r2med run --shard wrote',
      fix: 'run this shard again',
    });
  let read: unknown;
  try {
    read = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw damaged('text that is not JSON');
  }
  if (!isJsonObject(read)) throw damaged('no object');
  const { seal, ...rest } = read;
  if (sealOf(rest) !== seal) throw damaged('a file that was changed after it was written');
  if (rest.kind !== kind || rest.version !== VERSION)
    throw damaged(`${rest.kind}, version ${rest.version}, of another version of r2med`);
  return rest.content as unknown as Content;
};
