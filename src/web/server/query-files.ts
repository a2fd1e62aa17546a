import type { Workers } from '../../core/index.js';
import type { QueryResult } from '../../experiment/record/index.js';
import { DamagedResult, readQueries, readRecord, type ScoreColumns } from '../../experiment/results/index.js';
import { BOARD_MEASURES } from './board-measures.js';
import type { ScoredResult } from './like-the-best.js';
import type { OwnResult, RecordReader } from './records.js';
import { readScores } from './table-worker.js';
import { inThreads } from './threads.js';

/** The scores of queries behind records, each file compared with its seal before anything of it is used. */
export interface QueryFiles {
  /** Scores under the measures of boards; a result whose file is not the sealed one has none, and is left out of the records from then on. */
  columns(results: readonly OwnResult[]): Promise<ReadonlyMap<OwnResult, ScoreColumns>>;
  /** Scores of the queries of results under a measure, 0 where a query has none. */
  scored(results: readonly OwnResult[], measure: string): Promise<readonly ScoredResult[]>;
  /** All that is known of a result's queries. */
  rows(result: OwnResult): Promise<readonly QueryResult[]>;
  /** Forgets what other results than these had. */
  keep(results: readonly OwnResult[]): void;
}

/** A record with all that is known of its queries. */
export type WholeResult = OwnResult & { readonly queries: readonly QueryResult[] };

export const wholeResults = (
  results: readonly OwnResult[],
  files: Pick<QueryFiles, 'rows'>,
): Promise<readonly WholeResult[]> =>
  Promise.all(results.map(async (result) => ({ ...result, queries: await files.rows(result) })));

/** Results whose rows are held for the next look: those of every system on one task. */
const HELD = 400;

/** Results from which on threads are worth their start. */
const MANY = 64;

export const queryFiles = (damaged: RecordReader['damaged'], workers?: Workers): QueryFiles => {
  const held = new Map<string, Promise<ScoreColumns | undefined>>();
  const rows = new Map<string, Promise<readonly QueryResult[]>>();
  // Systems have the same queries: one list for all of them.
  const lists = new Map<string, readonly string[]>();
  const shared = ({ ids, scores }: ScoreColumns): ScoreColumns => {
    const text = JSON.stringify(ids);
    const known = lists.get(text) ?? ids;
    lists.set(text, known);
    return { ids: known, scores };
  };
  const tell = (result: OwnResult, problem: string): void => {
    if (!isReplaced(result)) damaged(result, problem);
  };
  const read = (results: readonly OwnResult[]): void => {
    const pieces = results.map(({ folder, seal }) => ({ read: { folder, seal }, measures: BOARD_MEASURES }));
    const gave = new Map<number, ScoreColumns>();
    const all = inThreads(pieces, results.length < MANY ? undefined : workers, readScores, (out, i) => {
      if (out.columns) gave.set(i, shared(out.columns));
      else tell(results[i]!, out.problem);
    });
    results.forEach((result, i) => {
      const one = all.then(() => gave.get(i));
      one.catch(() => held.delete(keyOfFile(result)));
      held.set(keyOfFile(result), one);
    });
  };
  const columns: QueryFiles['columns'] = async (results) => {
    read(results.filter((result) => !held.has(keyOfFile(result))));
    const found = await Promise.all(
      results.map(async (result) => [result, await held.get(keyOfFile(result))] as const),
    );
    return new Map(found.flatMap(([result, each]) => (each ? [[result, each]] : [])));
  };
  return {
    columns,
    scored: async (results, measure) =>
      [...(await columns(results))].map(([{ system, record }, { ids, scores }]) => ({
        system,
        contentHash: record.task.contentHash,
        ids,
        scores: ids.map((_, i) => scores.get(measure)?.[i] || 0),
      })),
    rows(result) {
      const key = keyOfFile(result);
      const now = rows.get(key) ?? readQueries(result);
      rows.delete(key);
      rows.set(key, now);
      for (const oldest of [...rows.keys()].slice(0, -HELD)) rows.delete(oldest);
      return now.catch((error: unknown) => {
        rows.delete(key);
        if (error instanceof DamagedResult) tell(result, error.message.split('\n', 1)[0]!);
        throw error;
      });
    },
    keep(results) {
      if (held.size + rows.size === 0) return;
      const wanted = new Set(results.map(keyOfFile));
      for (const known of [held, rows])
        for (const key of [...known.keys()]) if (!wanted.has(key)) known.delete(key);
    },
  };
};

const keyOfFile = ({ folder, signature, seal }: OwnResult): string =>
  JSON.stringify([folder, signature, seal.queries]);

/** Its record is another one by now: then its files are no damage, and the next look finds them. */
const isReplaced = ({ folder, seal }: OwnResult): boolean => {
  try {
    return readRecord(folder)?.seal.record !== seal.record;
  } catch {
    return false;
  }
};
