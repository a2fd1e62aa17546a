import { InputError } from '../../../core/index.js';
import { isBranch, type JsonTree, parseJsonTree, quoted, scoreOf } from '../../../platform/formats/index.js';
import type { Line } from '../../../platform/node/index.js';
import { jsonShape } from './json-shape.js';
import { branchOf, depthOf, readQueries, textOf } from './json-table.js';
import {
  type PredictionsChoice,
  type RunContent,
  type RunFileFormat,
  type RunReader,
  runTable,
} from './run-reader.js';

const EXAMPLE = '{"q1": {"d7": 12.5}}';
export const MTEB_EXAMPLE = '{"mteb_model_meta": {}, "default": {"test": {"q1": {"d7": 12.5}}}}';

const META = 'mteb_model_meta';
/** MTEB's predictions: subset, split, query, document. */
const MTEB_DEPTH = 4;

/** A run that is one JSON value: queries with their documents, plain or inside MTEB's subsets and splits. */
const jsonRunReader = (file: string, choice: PredictionsChoice): RunReader => {
  const lines: Line[] = [];
  return {
    add: (line) => lines.push(line),
    finish() {
      const tree = parseJsonTree(textOf(lines), file);
      const top = isBranch(tree) ? tree.entries : [];
      const withoutMeta: JsonTree = { line: tree.line, entries: top.filter(([name]) => name !== META) };
      const predictions = top.some(([name]) => name === META) || depthOf(withoutMeta) === MTEB_DEPTH;
      return predictions ? mteb(withoutMeta, file, choice) : plain(tree, file);
    },
  };
};

/** `{query: {document: score}}`, or MTEB's predictions. */
export const jsonRun: RunFileFormat = {
  example: EXAMPLE,
  begins: (firstLine) => jsonShape(firstLine) === 'one value',
  open: jsonRunReader,
};

const plain = (tree: JsonTree, file: string): RunContent => {
  const table = runTable();
  readQueries(tree, { file, example: EXAMPLE }, scoreOf, table);
  return { run: table.run(), notes: [] };
};

const mteb = (tree: JsonTree, file: string, choice: PredictionsChoice): RunContent => {
  const subset = chosen(tree, 'subset', choice.subset, file);
  const split = chosen(subset.tree, 'split', choice.split, file);
  const table = runTable();
  readQueries(split.tree, { file, example: MTEB_EXAMPLE }, scoreOf, table);
  return {
    run: table.run(),
    format: 'mteb',
    notes: [`MTEB predictions, subset ${quoted(subset.name)}, split ${quoted(split.name)}.`],
  };
};

const chosen = (
  tree: JsonTree,
  kind: keyof PredictionsChoice,
  wanted: string | undefined,
  file: string,
): { readonly name: string; readonly tree: JsonTree } => {
  const { entries } = branchOf(tree, file, MTEB_EXAMPLE);
  const matching = entries.filter(([name]) => wanted === undefined || name === wanted);
  const [only] = matching;
  if (only && matching.length === 1) return { name: only[0], tree: only[1] };
  const names = entries.map(([name]) => quoted(name)).join(', ') || 'none';
  throw new InputError({
    at: { file, line: tree.line },
    found: `${kind}s ${names}`,
    expected: wanted === undefined ? `one ${kind}` : `one ${kind} ${quoted(wanted)}`,
    fix: `name one of them as ${kind}`,
  });
};
