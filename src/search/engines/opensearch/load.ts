import { counted, isJsonObject, type JsonObject, type Tools, WorkError } from '../../../core/index.js';
import { inLanes } from '../lanes.js';
import { type LoadCounts, loadMeter } from '../load-notes.js';
import { Refused } from '../refused.js';
import { reasonOf, TryAgain } from './answers.js';
import type { Client } from './client.js';
import { readCollection } from './collection.js';

/** A document of a collection: its place in the corpus is its id there. */
export interface Row {
  readonly row: number;
  /** Its fields, as JSON in one line; undefined if it is known to be there. */
  readonly json: string | undefined;
}

export interface RowsToLoad {
  readonly name: string;
  readonly rows: AsyncIterable<Row>;
  readonly total: number;
  /** An earlier load may have left some there: ask before sending. */
  readonly resumed: boolean;
}

/** Documents, and bytes of text, in one request. */
const BATCH_ROWS = 1000;
const BATCH_UNITS = 4 << 20;
const LANES = 3;
export interface Loaded extends LoadCounts {
  /** False if another process finished the collection meanwhile. */
  readonly whole: boolean;
}

/**
 * Puts rows into a collection. Each is created once and never written over: one that is there already counts as done, so a load can
 * be repeated, continued after any end, and done by two processes at once. Memory holds a few batches, however many rows come.
 */
export const loadRows = async (
  client: Client,
  { name, rows, total, resumed }: RowsToLoad,
  tools: Tools,
): Promise<Loaded> => {
  const meter = loadMeter(name, total, tools);
  const areStored = resumed ? await storedRanges(client, name, tools) : undefined;
  try {
    await inLanes(batchesOf(rows), LANES, async (batch) => {
      tools.signal.throwIfAborted();
      const unsent = batch.filter(({ json }) => json !== undefined);
      if (unsent.length === 0 || (await areStored?.(batch))) return meter.advance(0, batch.length);
      const { made, conflicts } = await send(client, name, unsent, tools);
      meter.advance(made, conflicts + batch.length - unsent.length);
    });
    return { whole: true, ...meter.counts };
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    if ((await readCollection(client, name, tools))?.complete) return { whole: false, ...meter.counts };
    throw new WorkError(
      `${name} may not be written to: ${error.message}`,
      'free disk space on the nodes or lift the block of the index, then run the same command again: what was loaded stays',
    );
  } finally {
    meter.done();
  }
};

/** The index takes no documents: it is finished, or the disk is full. */
class Blocked extends Error {}

/** Sends a batch; documents that a busy node turned away are sent again. */
const send = async (client: Client, name: string, batch: readonly Row[], tools: Tools) => {
  let left = batch;
  let made = 0;
  let conflicts = 0;
  await client.ask(
    {
      method: 'POST',
      path: `/${name}/_bulk?filter_path=errors,error,status,items.create.status,items.create._id,items.create.error`,
      get body() {
        return left.map(({ row, json }) => `{"create":{"_id":"${row}"}}\n${json}\n`).join('');
      },
    },
    ({ status, json }) => {
      if (status !== 200) throw new Refused(`documents were refused: HTTP ${status}, ${reasonOf(json)}`);
      const { items } = json;
      if (!Array.isArray(items) || items.length !== left.length)
        throw new TryAgain('an answer to another number of documents');
      const again: Row[] = [];
      let reason = '';
      items.forEach((item, i) => {
        const { status: code, error, _id } = createdOf(item);
        if (_id !== String(left[i]!.row)) throw new TryAgain('an answer to other documents');
        if (code === 201) made += 1;
        else if (code === 409) conflicts += 1;
        // A full disk is refused with 429 as a busy node is, and will not be free in a moment.
        else if (code === 403 || (code === 429 && error.type === 'cluster_block_exception'))
          throw new Blocked(reasonOf({ error }));
        else if (code === 429 || code >= 500) {
          again.push(left[i]!);
          reason = reasonOf({ error });
        } else throw new Refused(`row ${left[i]!.row} was refused: ${reasonOf({ error })}`);
      });
      left = again;
      if (again.length > 0) throw new TryAgain(`${counted(again.length, 'document')} turned away: ${reason}`);
    },
    tools,
  );
  return { made, conflicts };
};

const createdOf = (item: unknown): { status: number; error: JsonObject; _id: string } => {
  const created = isJsonObject(item) ? item.create : undefined;
  if (!isJsonObject(created) || typeof created.status !== 'number')
    throw new TryAgain('an answer to documents without its fields');
  return {
    status: created.status,
    error: isJsonObject(created.error) ? created.error : {},
    _id: String(created._id),
  };
};

/** Whether all rows of a batch are stored, for a load that goes on: asking is cheaper than sending. */
const storedRanges = async (client: Client, name: string, tools: Tools) => {
  await refresh(client, name, tools);
  return async (batch: readonly Row[]): Promise<boolean> => {
    const range = { gte: batch[0]!.row, lte: batch.at(-1)!.row };
    const stored = await client.ask(
      { method: 'POST', path: `/${name}/_count`, body: { query: { range: { row: range } } } },
      ({ status, json }) => {
        if (status !== 200) throw new Refused(`a count was refused: ${reasonOf(json)}`);
        const { _shards: shards, count } = json;
        if (!isJsonObject(shards) || shards.failed !== 0 || shards.successful !== shards.total)
          throw new TryAgain('a count of a part of the shards', { ofNode: true });
        return count;
      },
      tools,
    );
    return stored === batch.length;
  };
};

/** Makes everything that was loaded findable, on all copies of all shards that are there. */
export const refresh = (client: Client, name: string, tools: Tools): Promise<void> =>
  onAllShards(client, `/${name}/_refresh`, tools);

/** Asks for work of all shards. */
export const onAllShards = (client: Client, path: string, tools: Tools): Promise<void> =>
  client.ask(
    { method: 'POST', path, long: true },
    ({ status, json }) => {
      if (status !== 200) throw new Refused(`${path} was refused: ${reasonOf(json)}`);
      if (!isJsonObject(json._shards) || json._shards.failed !== 0)
        throw new TryAgain(`${path} reached a part of the shards`, { ofNode: true });
    },
    tools,
  );

async function* batchesOf(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  let units = 0;
  for await (const row of rows) {
    batch.push(row);
    units += row.json?.length ?? 0;
    if (batch.length < BATCH_ROWS && units < BATCH_UNITS) continue;
    yield batch;
    batch = [];
    units = 0;
  }
  if (batch.length > 0) yield batch;
}
