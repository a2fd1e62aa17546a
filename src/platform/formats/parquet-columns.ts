import type { FileMetaData, SchemaElement } from 'hyparquet';
import { InputError } from '../../core/index.js';

/** What a column is to hold. */
export interface ParquetColumn {
  readonly kind: 'text' | 'texts' | 'number' | 'numbers';
  /** The column, or the value of a row, may be absent. */
  readonly optional?: boolean;
}

const KINDS: Readonly<Record<ParquetColumn['kind'], { readonly called: string; readonly type: string }>> = {
  text: { called: 'text', type: 'string()' },
  texts: { called: 'lists of text', type: 'list_(string())' },
  number: { called: 'whole numbers', type: 'int64()' },
  numbers: { called: 'lists of 32-bit or 64-bit floats', type: 'list_(float32())' },
};

/** A column that is there and of the wanted kind, and how its values are stored in the file. */
export interface FoundColumn {
  readonly name: string;
  readonly kind: ParquetColumn['kind'];
  readonly optional: boolean;
  /** From the column to the element that holds its values. */
  readonly path: readonly SchemaElement[];
}

/** The wanted columns that a file has, once it is known that none is missing or of another kind. */
export const mustHaveColumns = (
  file: string,
  { schema }: FileMetaData,
  columns: Readonly<Record<string, ParquetColumn>>,
): readonly FoundColumn[] => {
  const there = columnsOf(file, schema);
  return Object.entries(columns).flatMap(([name, { kind, optional = false }]) => {
    const found = there.filter((column) => column.name === name);
    if (found.length === 0 && optional) return [];
    const { called, type } = KINDS[kind];
    if (found.length !== 1)
      throw new InputError({
        at: { file },
        found: `${found.length === 0 ? 'no' : 'more than one'} column "${name}" among ${shown(there)}`,
        expected: `one with ${called}`,
        fix: found.length === 0 ? `rename the column that holds it to "${name}"` : 'leave all but one out',
      });
    if (!isOf(kind, found[0]!))
      throw new InputError({
        at: { file },
        found: `column "${name}" with ${describe(found[0]!)}`,
        expected: called,
        fix: `write it as ${called}: in pyarrow, cast the column to pa.${type}`,
      });
    return [{ name, kind, optional, path: [found[0]!.root, ...found[0]!.below] }];
  });
};

/** The names of the columns of a table. */
export const columnNames = (file: string, { schema }: FileMetaData): readonly string[] =>
  columnsOf(file, schema).map(({ name }) => name);

/** A column of the table, with all that is nested in it. */
interface Column {
  readonly name: string;
  readonly root: SchemaElement;
  readonly below: readonly SchemaElement[];
}

/** The schema is a tree written down depth first: an element says how many children follow it. */
const columnsOf = (file: string, schema: readonly SchemaElement[]): readonly Column[] => {
  const columns: Column[] = [];
  let at = 1;
  const next = (): SchemaElement => {
    const element = schema[at++];
    if (element) return element;
    throw new InputError({
      at: { file },
      found: 'a damaged Parquet file (its schema is cut short)',
      fix: 'fetch or copy the file again',
    });
  };
  const nested = (element: SchemaElement): readonly SchemaElement[] =>
    Array.from({ length: childrenOf(element, schema) }, () => {
      const child = next();
      return [child, ...nested(child)];
    }).flat();
  for (let left = childrenOf(schema[0], schema); left > 0; left--) {
    const root = next();
    columns.push({ name: root.name, root, below: nested(root) });
  }
  return columns;
};

/** More children than elements are not a schema; the walk then ends where the list does. */
const childrenOf = (element: SchemaElement | undefined, { length }: readonly unknown[]): number =>
  Math.min(Math.max(element?.num_children ?? 0, 0), length);

const isOf = (kind: ParquetColumn['kind'], { root, below }: Column): boolean => {
  switch (kind) {
    case 'text':
      return below.length === 0 && root.repetition_type !== 'REPEATED' && isText(root);
    case 'texts':
      return isListOf(isText, root, below);
    case 'numbers':
      return isListOf(isFloat, root, below);
    case 'number':
      return below.length === 0 && root.repetition_type !== 'REPEATED' && isWhole(root);
  }
};

const isText = ({ type, converted_type, logical_type }: SchemaElement): boolean =>
  type === 'BYTE_ARRAY' && (converted_type === 'UTF8' || logical_type?.type === 'STRING');

const isFloat = ({ type }: SchemaElement): boolean => type === 'FLOAT' || type === 'DOUBLE';

/** A group marked as a list, in it one repeated group, in it the values; older writers leave the last step out. */
const isListOf = (
  isValue: (element: SchemaElement) => boolean,
  root: SchemaElement,
  below: readonly SchemaElement[],
): boolean => {
  const [repeated, ...inner] = below;
  const leaf = inner[0] ?? repeated;
  return (
    root.converted_type === 'LIST' &&
    root.repetition_type !== 'REPEATED' &&
    repeated?.repetition_type === 'REPEATED' &&
    inner.length <= 1 &&
    inner[0]?.repetition_type !== 'REPEATED' &&
    leaf !== undefined &&
    isValue(leaf)
  );
};

const isWhole = ({ type, converted_type, logical_type }: SchemaElement): boolean =>
  (type === 'INT32' || type === 'INT64') &&
  (converted_type === undefined || /^U?INT_/.test(converted_type)) &&
  (logical_type === undefined || logical_type.type === 'INTEGER');

const describe = ({ root, below }: Column): string => {
  if (below.length > 0 || root.repetition_type === 'REPEATED')
    return root.converted_type === 'LIST' ? 'lists of another type' : 'nested values';
  const { type, converted_type, logical_type } = root;
  const mark = logical_type?.type ?? converted_type;
  return `values of type ${type}${mark ? ` (${mark})` : ''}`;
};

const shown = (columns: readonly Column[]): string =>
  columns.length === 0 ? 'no columns' : columns.map(({ name }) => JSON.stringify(name)).join(', ');
