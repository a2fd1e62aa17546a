/** The parts that make a folder a task. */
export const PARTS = ['corpus', 'queries', 'judgements'] as const;
export type Part = (typeof PARTS)[number];

/** How one kind of folder names its files and the fields in them. */
export interface FolderFormat {
  /** What people call it: "an R2MED folder". */
  readonly called: string;
  /**
   * Accepted names of each part, the preferred one first; all but Parquet may also end in `.gz`. A name's end says what the file is:
   * JSON lines, a Parquet table, or a table of comma- or tab-separated values. `{split}` is the name of a split:
   * in all parts it makes a task, in the judgements alone other judgements of the same documents.
   */
  readonly files: Readonly<Record<Part, readonly [string, ...string[]]>>;
  readonly fields: {
    /** Of a document or a query. */
    readonly id: string;
    /** Of a document, where the format has titles. */
    readonly title?: string;
    /** Labels in the query file: the ids of relevant documents, the answer, the body system. */
    readonly positives?: string;
    readonly answer?: string;
    readonly bodySystem?: string;
  };
}
