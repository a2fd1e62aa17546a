import type { GradeRule } from '../../platform/formats/index.js';
import { sha256 } from '../../platform/node/index.js';
import { fileHash, listHash } from '../folder-files.js';
import { PARTS, type Part } from '../formats/index.js';
import { exclusionNotes, type FolderParts } from '../known-parts.js';
import { openedFiles } from '../read-corpus.js';
import { columnsText } from './columns.js';
import type { Role } from './find-roles.js';
import type { FolderColumns } from './folder-columns.js';
import { documentsOf, judgementsOf, queriesOf } from './read-columns.js';

/** Reads the files of a folder by their columns. */
export const columnParts = async (
  folder: string,
  { roles, split, otherSplit, notes }: FolderColumns,
  rule: GradeRule,
): Promise<FolderParts> => {
  const queryFile = await queriesOf(roles.queries);
  const judgementFile = await judgementsOf(roles.judgements, rule);
  for await (const _ of documentsOf(roles.corpus)) break;
  const hashes = new Map<string, Promise<string>>();
  const hashOf = (path: string): Promise<string> => {
    const hash = hashes.get(path) ?? fileHash(path);
    hashes.set(path, hash);
    return hash;
  };
  /** The content of a part: its files, and which of their columns are read. */
  const partHash = async (part: Part, { table, columns }: Role): Promise<string> => {
    const files = await Promise.all(table.paths.map(async (path) => ({ hash: await hashOf(path), path })));
    const fields = columnsText({ [part]: { file: part, columns } });
    return sha256([...files.map(({ hash }) => hash), fields].join('\n'));
  };
  const parts = await Promise.all(
    PARTS.map(async (part) => ({
      file: { name: part, path: folder },
      hash: await partHash(part, roles[part]),
    })),
  );
  const { bytes, unchanged } = await openedFiles(roles.corpus.table.paths);
  return {
    format: 'columns',
    ...(split !== undefined && { split }),
    otherSplit,
    corpus: {
      key: `columns:${parts[0]!.hash}`,
      bytes,
      rows: () => ({ [Symbol.asyncIterator]: () => unchanged(() => documentsOf(roles.corpus)) }),
    },
    contentHash: listHash(parts),
    queryFile,
    judgements: judgementFile.judgements,
    counted: { name: roles.corpus.file, documents: (warnings) => documentsOf(roles.corpus, warnings) },
    notes: [
      ...notes,
      ...queryFile.notes,
      ...judgementFile.notes,
      ...exclusionNotes(queryFile, roles.queries.file),
    ],
    candidates: {},
  };
};
