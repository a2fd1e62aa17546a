import type { JsonObject } from '../../core/index.js';

/** A row of a file by the names of its columns, and its line; of a file without lines, which row it is. */
export interface RawRow {
  readonly values: JsonObject;
  readonly at: { readonly file: string; readonly line: number };
}
