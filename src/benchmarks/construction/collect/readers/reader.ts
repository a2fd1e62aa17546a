import type { RawRow } from '../../../../tasks/index.js';

/** What a mapping may tell a reader. */
export interface ReaderOptions {
  /** Fewest votes of an answer that was not accepted. */
  readonly votes?: number | undefined;
}

/** Makes rows of a file that is no table. */
export interface SourceReader {
  /** In a line, for docs. */
  readonly help: string;
  rows(file: string, options: ReaderOptions): AsyncGenerator<RawRow>;
}
