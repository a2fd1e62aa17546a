import {
  type DocId,
  type ErrorLocation,
  type Hit,
  InputError,
  type QueryId,
  type Run,
  ranking,
} from '../../../core/index.js';
import { type HitRow, malformed, quoted } from '../../../platform/formats/index.js';
import type { Line, LineBlock } from '../../../platform/node/index.js';

/** What a run file holds. */
export interface RunContent {
  readonly run: Run;
  /** What the reader decided that its user should know, each a sentence. */
  readonly notes: readonly string[];
  /** Set where only the whole file shows that it is MTEB's. */
  readonly format?: 'mteb';
}

/** Which part of an MTEB predictions file is meant, where it holds several. */
export interface PredictionsChoice {
  readonly subset?: string;
  readonly split?: string;
}

/** A format of run files. */
export interface RunFileFormat {
  /** What it looks like, for errors. */
  readonly example: string;
  /** Whether a file has it, by its first line. */
  begins(firstLine: string): boolean;
  open(file: string, choice: PredictionsChoice): RunReader;
}

/** Takes a file's lines one by one and makes the run in the end. */
export interface RunReader {
  add(line: Line): void;
  /** Many lines at once, where that is faster; without it, each is added. */
  addBlock?(block: LineBlock): void;
  finish(): RunContent;
}

/** A reader of a format in which every line is independent. */
export const lineReader = (
  addLine: (line: Line, table: RunTable) => void,
  notes: () => readonly string[] = () => [],
): RunReader => {
  const table = runTable();
  return { add: (line) => addLine(line, table), finish: () => ({ run: table.run(), notes: notes() }) };
};

/** A run gathered hit by hit, queries in file order. */
export interface RunTable {
  /** A query that may have no hits; a format in which each occurs once calls this once for each. */
  open(queryId: QueryId, at: ErrorLocation): void;
  add(row: HitRow, at: ErrorLocation): void;
  /** The same without an error: false where the document is there already. */
  isAdded(queryId: QueryId, docId: DocId, score: number, line: number | undefined): boolean;
  /** The rankings, put into ranking order. */
  run(): Run;
}

interface Gathered {
  readonly hits: Hit[];
  /** Of the hits. */
  readonly lines: (number | undefined)[];
  readonly line: number | undefined;
  /** Of the hits, while they are read. */
  documents?: Set<DocId> | undefined;
  /** Its hits do not stand together. */
  isApart: boolean;
}

/** An empty table. A document that comes twice for a query is an error, as it is for trec_eval. */
export const runTable = (): RunTable => {
  const queries = new Map<QueryId, Gathered>();
  let last: { readonly id: QueryId; readonly found: Gathered } | undefined;
  const gathered = (id: QueryId, line: number | undefined): Gathered => {
    if (last?.id === id) return last.found;
    // Documents that are looked up no more are let go: they would be half of what a run takes.
    if (last && !last.found.isApart) last.found.documents = undefined;
    const earlier = queries.get(id);
    if (earlier) earlier.isApart = true;
    const found = earlier ?? { hits: [], lines: [], line, isApart: false };
    found.documents ??= new Set(found.hits.map(({ docId }) => docId));
    queries.set(id, found);
    last = { id, found };
    return found;
  };
  const isAdded: RunTable['isAdded'] = (queryId, docId, score, line) => {
    const { hits, lines, documents } = gathered(queryId, line);
    if (documents!.has(docId)) return false;
    documents!.add(docId);
    lines.push(line);
    hits.push({ docId, score });
    return true;
  };
  return {
    isAdded,
    open(queryId, at) {
      const earlier = queries.get(queryId);
      if (earlier)
        throw malformed(at, {
          found: `query ${quoted(queryId)} a second time, first in line ${earlier.line}`,
          expected: 'every query once',
          fix: 'keep one of the two',
        });
      gathered(queryId, at.line);
    },
    add({ queryId, docId, score }, at) {
      if (isAdded(queryId, docId, score, at.line)) return;
      const { hits, lines } = queries.get(queryId)!;
      const first = lines[hits.findIndex((hit) => hit.docId === docId)];
      throw malformed(at, {
        found: `document ${quoted(docId)} a second time for query ${quoted(queryId)}, first in line ${first}`,
        expected: 'every document once per query, as trec_eval does',
        fix: 'keep the one with the higher score',
      });
    },
    run: () => new Map(Array.from(queries, ([queryId, { hits }]) => [queryId, ranking(hits)])),
  };
};

/** Does the work; an error that says nothing of what to do is given an example of the format. */
export const withFix = <T>(example: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.details.fix) throw error;
    throw new InputError({ ...error.details, fix: `write it as ${example}` }, { cause: error });
  }
};
