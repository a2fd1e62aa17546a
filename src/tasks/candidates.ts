import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DocId, docId, InputError, lookup, type QueryId, queryId, type Task } from '../core/index.js';
import { idOf, malformed, quoted } from '../platform/formats/index.js';
import { fileRows } from './file-rows.js';
import { folderFormats } from './formats/index.js';
import { emptyFile } from './rows.js';

/** The candidate lists that are next to a split: every other configuration of the folder that has it. */
export const candidatesOf = async (
  folder: string,
  split: string | undefined,
): Promise<Pick<Task, 'candidateConfigs' | 'candidates'>> => {
  if (split === undefined) return {};
  const parts: readonly string[] = Object.values(folderFormats.nano.files).map(([name]) => dirname(name));
  const names = (await readdir(folder)).filter((name) => !parts.includes(name)).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const inside: readonly string[] = await readdir(join(folder, name)).catch(() => []);
      const file = `${split}.parquet`;
      return inside.includes(file) ? [[name, join(folder, name, file)] as const] : [];
    }),
  );
  const known = Object.fromEntries(files.flat());
  return {
    candidateConfigs: Object.keys(known),
    candidates: (config) => readCandidates(lookup('list of candidates', known, config)),
  };
};

const SHAPE = '{"query-id": "…", "corpus-ids": ["…", …]}';
const COLUMNS = { 'query-id': { kind: 'text' }, 'corpus-ids': { kind: 'texts' } } as const;

/** Lists of documents by query, best first, without scores. */
const readCandidates = async (file: string): Promise<ReadonlyMap<QueryId, readonly DocId[]>> => {
  const lists = new Map<QueryId, readonly DocId[]>();
  const rows = fileRows(file, { shape: SHAPE, columns: COLUMNS }, (row, at) => {
    const query = queryId(idOf(row['query-id']!, at));
    const ids = (row['corpus-ids'] as readonly string[]).map((id) => docId(idOf(id, at)));
    const seen = new Set<DocId>();
    const again = ids.find((id) => seen.size === seen.add(id).size);
    if (lists.has(query) || again !== undefined)
      throw malformed(at, {
        found:
          again === undefined
            ? `a second list for query ${quoted(query)}`
            : `document ${quoted(again)} twice`,
        expected: 'one list per query, each document in it once',
        fix: 'leave the repetition out',
      });
    lists.set(query, ids);
  });
  for await (const _ of rows);
  if (lists.size === 0) throw emptyFile(file, SHAPE);
  return lists;
};

/** Lists of another task would score 0 without a word. */
export const mustBeOfTask = (
  lists: ReadonlyMap<QueryId, readonly DocId[]>,
  { name, queries }: Pick<Task, 'name' | 'queries'>,
  documents: ReadonlySet<DocId>,
  called: string,
): void => {
  const known = new Set(queries.map(({ id }) => id));
  const strange = [...lists.keys()].find((query) => !known.has(query));
  const missing = [...lists.values()].flat().find((id) => !documents.has(id));
  if (strange === undefined && missing === undefined) return;
  const what = strange === undefined ? `document "${missing}"` : `query "${strange}"`;
  throw new InputError({
    found: `${called}: ${what}, which ${name} does not have`,
    expected: 'candidate lists of the same task',
    fix: 'fetch or copy the folder again',
  });
};

/** What HAKARI-Bench calls the candidates that rerankers are given. */
export const HYBRID_CANDIDATES = 'reranking_hybrid';

/** As many candidates as published hybrid lists hold. */
const PUBLISHED_DEPTH = 100;

export interface Safeguards {
  /** Candidates that a list holds without the one that was put there. */
  readonly depth: number;
  /** By query, the positive that is behind candidates that hold none. */
  readonly safeguards: ReadonlyMap<QueryId, DocId>;
}

/**
 * What was put into hybrid lists rather than found: a candidate behind the 100 that every list holds, or behind the depth that
 * the other lists of a set share. Other configurations have no safeguards.
 */
export const safeguardsIn = (config: string, lists: ReadonlyMap<QueryId, readonly DocId[]>): Safeguards => {
  const lengths = [...lists.values()].map(({ length }) => length);
  const longest = Math.max(0, ...lengths);
  const isPublished = longest === PUBLISHED_DEPTH + 1;
  const depth = isPublished || lengths.includes(longest - 1) ? longest - 1 : longest;
  const guarded = config === HYBRID_CANDIDATES ? [...lists].filter(([, ids]) => ids.length > depth) : [];
  return {
    depth: guarded.length > 0 ? depth : longest,
    safeguards: new Map(guarded.map(([query, ids]) => [query, ids.at(-1)!])),
  };
};
