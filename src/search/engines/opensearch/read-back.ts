import { type Tools, WorkError } from '../../../core/index.js';
import type { Found } from './answers.js';
import { checksum } from './checksum.js';
import { lineOf } from './row-hash.js';
import type { Searches } from './searches.js';

/** The mapping of an index holds them, and every node holds all mappings. */
const MOST_REPEATED_ROWS = 50_000;

/** What of a collection was found. */
export interface ReadBack {
  readonly documents: number;
  /** Checksum of the lines of all rows. */
  readonly content: string;
  /** The rows of each id that several rows have, ascending. */
  readonly repeated: readonly (readonly number[])[];
}

/** A field of a hit that every document has, as text. */
export const fieldOf = ({ fields }: Found, name: string): string => {
  const value = fields[name];
  return String(Array.isArray(value) ? value[0] : undefined);
};

/** Everything that is there, in pages by id: its checksum over these fields, and which ids repeat. */
export const readBack = async (
  searches: Searches,
  total: number,
  hashes: readonly string[],
  tools: Tools,
): Promise<ReadBack> => {
  const content = checksum();
  const repeated: number[][] = [];
  const progress = tools.progress('checking documents', total);
  let documents = 0;
  let repeatedRows = 0;
  let last: { readonly id: string; readonly row: number; group?: number[] } | undefined;
  const query = {
    query: { match_all: {} },
    sort: [{ id: 'asc' }, { row: 'asc' }],
    _source: false,
    docvalue_fields: hashes,
    track_total_hits: false,
  };
  try {
    for await (const hits of searches.pages(query, Number.POSITIVE_INFINITY)) {
      for (const hit of hits) {
        const id = String(hit.sort[0]);
        const row = Number(hit.sort[1]);
        content.add(lineOf(row, id, ...hashes.map((name) => fieldOf(hit, name))));
        documents += 1;
        let group: number[] | undefined;
        if (last?.id === id) {
          group = last.group ?? [last.row];
          if (!last.group) repeated.push(group);
          group.push(row);
          repeatedRows += 1;
        }
        last = { id, row, ...(group && { group }) };
      }
      progress.advance(hits.length);
      if (repeatedRows > MOST_REPEATED_ROWS)
        throw new WorkError(
          `more than ${MOST_REPEATED_ROWS.toLocaleString('en')} rows repeat the id of another`,
          'give each document an id of its own, or run without --engine',
        );
    }
  } finally {
    progress.done();
  }
  return { documents, content: content.value, repeated };
};

/** Refuses a collection whose rows are not those that were loaded. */
export const mustBeLoaded = (
  name: string,
  found: ReadBack,
  expected: { readonly documents: number; readonly content: string },
): void => {
  if (found.documents === expected.documents && found.content === expected.content) return;
  throw new WorkError(
    `${name} is not the corpus: ${found.documents} of ${expected.documents} documents are there${found.documents === expected.documents ? ', with other content' : ''}`,
    `run the same command again; if this stays, r2med engine drop ${name} and load again`,
  );
};
