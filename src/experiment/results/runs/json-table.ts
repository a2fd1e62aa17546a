import { docId, type ErrorLocation, type Json, queryId } from '../../../core/index.js';
import {
  idOf,
  isBranch,
  isLeaf,
  type JsonBranch,
  type JsonTree,
  malformed,
  shownTree,
} from '../../../platform/formats/index.js';
import type { Line } from '../../../platform/node/index.js';
import type { RunTable } from './run-reader.js';

/** Puts the lines of a file together again, so that places in the text are places in the file. */
export const textOf = (lines: readonly Line[]): string => {
  const parts: string[] = [];
  let at = 1;
  for (const { text, line } of lines) {
    parts.push('\n'.repeat(line - at), text);
    at = line;
  }
  return parts.join('');
};

export const branchOf = (tree: JsonTree, file: string, example: string): JsonBranch => {
  if (isBranch(tree)) return tree;
  throw malformed(
    { file, line: tree.line },
    { found: shownTree(tree), expected: `an object, as in ${example}` },
  );
};

/** Reads queries that each hold documents with a number: scores, or grades. */
export const readQueries = (
  tree: JsonTree,
  { file, example }: { readonly file: string; readonly example: string },
  numberOf: (value: Json, at: ErrorLocation) => number,
  table: Pick<RunTable, 'open' | 'add'>,
): void => {
  for (const [query, documents] of branchOf(tree, file, example).entries) {
    const at = { file, line: documents.line };
    const id = queryId(idOf(query, at));
    table.open(id, at);
    for (const [document, leaf] of branchOf(documents, file, example).entries) {
      const place = { file, line: leaf.line };
      if (!isLeaf(leaf))
        throw malformed(place, { found: shownTree(leaf), expected: `a number, as in ${example}` });
      table.add(
        { queryId: id, docId: docId(idOf(document, place)), score: numberOf(leaf.value, place) },
        place,
      );
    }
  }
};

/** How many objects are around the first value that is none; undefined where there is no such value. */
export const depthOf = (tree: JsonTree): number | undefined => {
  if (!isBranch(tree)) return 0;
  for (const [, inner] of tree.entries) {
    const depth = depthOf(inner);
    if (depth !== undefined) return depth + 1;
  }
  return undefined;
};
