import type { Tools } from '../../core/index.js';
import type { Held, Item, Source } from '../item.js';
import { knownColumns } from './known-columns.js';
import { type MappedRow, mapRow } from './map-row.js';
import type { MappingFile } from './mapping.js';
import { type RawRow, rawRows } from './raw-rows.js';
import { distinctIds, repeatedTexts } from './repeated.js';

/** What was read of the user's files. */
export interface Collected {
  readonly rows: number;
  readonly items: readonly Item[];
  readonly sources: readonly Source[];
  readonly held: readonly Held[];
}

/** Reads the files of all mappings. A row that lacks something, or repeats a text, is held back; a repeated id is an error. */
export const collectRows = async (
  mappings: readonly MappingFile[],
  tools: Pick<Tools, 'signal' | 'progress'>,
): Promise<Collected> => {
  const items: Item[] = [];
  const sources: Source[] = [];
  const held: Held[] = [];
  const newId = { item: distinctIds(), source: distinctIds() };
  const earlier = { item: repeatedTexts(), source: repeatedTexts() };
  let rows = 0;
  const progress = tools.progress('rows read');
  const take = (mapped: MappedRow, { at }: RawRow): void => {
    const { id } = mapped;
    if ('lacks' in mapped) {
      held.push({ id, why: `no ${mapped.lacks}`, at });
      return;
    }
    const kind = 'item' in mapped ? 'item' : 'source';
    newId[kind](id, at);
    const { text } = 'item' in mapped ? mapped.item : mapped.source;
    const first = earlier[kind](id, text);
    if (first !== undefined)
      held.push({ ...mapped, why: 'repeated text', detail: `the text of ${first}`, at });
    else if ('item' in mapped) items.push(mapped.item);
    else sources.push(mapped.source);
  };
  try {
    for (const mapping of mappings) {
      const columns = knownColumns(mapping);
      for (const file of mapping.files)
        for await (const row of rawRows(file)) {
          tools.signal.throwIfAborted();
          columns.see(row);
          take(mapRow(row, mapping.mapping), row);
          rows += 1;
          progress.advance();
        }
      columns.check();
    }
  } finally {
    progress.done();
  }
  return { rows, items, sources, held };
};
