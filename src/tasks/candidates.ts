import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DocId, docId, lookup, type QueryId, queryId, type Task } from '../core/index.js';
import { idOf, malformed, quoted } from '../platform/formats/index.js';
import { fileRows } from './file-rows.js';
import type { TaskFolder } from './folder.js';
import { folderFormats } from './formats/index.js';
import { emptyFile } from './rows.js';

/** The candidate lists that are next to a split: every other configuration of the folder that has it. */
export const candidatesOf = async (
  folder: string,
  { format, split }: TaskFolder,
): Promise<Pick<Task, 'candidateConfigs' | 'candidates'>> => {
  if (format !== 'nano' || split === undefined) return {};
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
