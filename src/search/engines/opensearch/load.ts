import {
  type Corpus,
  counted,
  isJsonObject,
  type JsonObject,
  type Tools,
  WorkError,
} from '../../../core/index.js';
import { duration } from '../../../platform/node/index.js';
import { Refused, TryAgain } from './answers.js';
import { type Client, reasonOf } from './client.js';
import { readCollection } from './collection.js';

/** A document of a collection: its place in the corpus is its id there. */
export interface Row {
  readonly row: number;
  /** Its fields, as JSON in one line; undefined if it is known to be there. */
  readonly json: string | undefined;
}

/** Rows on their way into a collection. */
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
/** Requests in flight. */
const LANES = 3;
/** Where no bar is drawn, a line says now and then how far it is. */
const NOTE_EVERY_MS = 60_000;

/** How a load went. */
export interface Loaded {
  /** False if another process finished the collection meanwhile. */
  readonly whole: boolean;
  readonly created: number;
  /** Documents that were there already. */
  readonly there: number;
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
  const progress = tools.progress(`loading ${name}`, total);
  const began = tools.now();
  let noted = began;
  let created = 0;
  let there = 0;
  const told = (made: number, conflicts: number): void => {
    created += made;
    there += conflicts;
    if (made > 0) progress.advance(made);
    if (conflicts > 0) progress.advance(conflicts, true);
    const ms = tools.now() - began;
    const perSecond = Math.round(created / Math.max(ms / 1000, 0.001));
    if (created > 0) progress.status(`${perSecond.toLocaleString('en')} documents/s`);
    if (tools.now() - noted < NOTE_EVERY_MS || created === 0) return;
    noted = tools.now();
    const left = duration(((total - created - there) * ms) / created);
    tools.note(
      `${name}: ${(created + there).toLocaleString('en')} of ${total.toLocaleString('en')} documents, ${perSecond.toLocaleString('en')}/s, ${left} left`,
    );
  };
  const areStored = resumed ? await storedRanges(client, name, tools) : undefined;
  try {
    await inLanes(batchesOf(rows), LANES, async (batch) => {
      tools.signal.throwIfAborted();
      const unsent = batch.filter(({ json }) => json !== undefined);
      if (unsent.length === 0 || (await areStored?.(batch))) return told(0, batch.length);
      const { made, conflicts } = await send(client, name, unsent, tools);
      told(made, conflicts + batch.length - unsent.length);
    });
    return { whole: true, created, there };
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    if ((await readCollection(client, name, tools))?.complete) return { whole: false, created, there };
    throw new WorkError(
      `${name} may not be written to: ${error.message}`,
      'free disk space on the nodes or lift the block of the index, then run the same command again: what was loaded stays',
    );
  } finally {
    progress.done();
  }
};

/** Says how a load went. */
export const noteLoaded = (
  name: string,
  { created, there }: Pick<Loaded, 'created' | 'there'>,
  checked: number,
  { note }: Tools,
): void => {
  const earlier = there > 0 ? `, ${there.toLocaleString('en')} were there` : '';
  note(
    `${name}: ${created.toLocaleString('en')} documents loaded${earlier}; all ${checked.toLocaleString('en')} checked`,
  );
};

/** How many rows will come; how long a load takes cannot be said without it, and reading is the least of it. */
export const countRows = async (corpus: Corpus, tools: Tools): Promise<number> => {
  let total = 0;
  for await (const batch of corpus.rows()) {
    tools.signal.throwIfAborted();
    total += batch.length;
  }
  return total;
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
  client.ask(
    { method: 'POST', path: `/${name}/_refresh` },
    ({ status, json }) => {
      if (status !== 200) throw new Refused(`a refresh was refused: ${reasonOf(json)}`);
      const { _shards: shards } = json;
      if (!isJsonObject(shards) || shards.failed !== 0)
        throw new TryAgain('a part of the shards was not refreshed', { ofNode: true });
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

/** Works on what comes, at most so many at once; ends with the first failure, when the others have ended. */
const inLanes = async <T>(
  given: AsyncIterable<T>,
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const inFlight = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  for await (const item of given) {
    while (inFlight.size >= most) await Promise.race(inFlight);
    if (failure) break;
    const done: Promise<void> = work(item)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => inFlight.delete(done));
    inFlight.add(done);
  }
  await Promise.all(inFlight);
  if (failure) throw failure.error;
};
