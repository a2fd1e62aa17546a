import { commandLine, givenAgain, type Tools, WorkError } from '../../core/index.js';
import { checksum, lineOf } from './row-hash.js';

/** A collection's summary holds them, and every node holds all summaries. */
const MOST_REPEATED_ROWS = 50_000;

/** A row as a collection has it: `hashes` of its content. */
export interface StoredRow {
  readonly row: number;
  readonly id: string;
  readonly hashes: readonly string[];
}

export interface ReadBack {
  readonly documents: number;
  /** Checksum of the lines of all rows. */
  readonly content: string;
  /** The rows of each id that several rows have, ascending. */
  readonly repeated: readonly (readonly number[])[];
}

/** Everything that is there, in pages ordered by id and row: its checksum, and which ids repeat. */
export const readBack = async (
  pages: AsyncIterable<readonly StoredRow[]>,
  total: number,
  tools: Tools,
): Promise<ReadBack> => {
  const content = checksum();
  const repeated: number[][] = [];
  const progress = tools.progress('checking documents', total);
  let documents = 0;
  let repeatedRows = 0;
  let last: { readonly id: string; readonly row: number; readonly group: number[] | undefined } | undefined;
  try {
    for await (const rows of pages) {
      for (const { row, id, hashes } of rows) {
        content.add(lineOf(row, id, ...hashes));
        documents += 1;
        let group: number[] | undefined;
        if (last?.id === id) {
          group = last.group ?? [last.row];
          if (!last.group) repeated.push(group);
          group.push(row);
          repeatedRows += 1;
        }
        last = { id, row, group };
      }
      progress.advance(rows.length);
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

/** What to do about a collection that does not hold what was loaded. */
export const RELOAD =
  'r2med engine status names the index: r2med engine drop it, then run the same command again to load it afresh';

/** Refuses a collection whose rows are not those that were loaded. */
export const mustBeLoaded = (
  name: string,
  found: ReadBack,
  expected: Pick<ReadBack, 'documents' | 'content'>,
): void => {
  if (found.documents === expected.documents && found.content === expected.content) return;
  throw new WorkError(
    `${name} is not the corpus: ${found.documents} of ${expected.documents} documents are there${found.documents === expected.documents ? ', with other content' : ''}`,
    `run the same command again; if this stays, ${commandLine('engine', 'drop', name, ...givenAgain('--engine'))} and load again`,
  );
};
