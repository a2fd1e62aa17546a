import {
  type DocId,
  type ErrorLocation,
  type Hit,
  type QueryId,
  type Run,
  ranking,
} from '../../../core/index.js';
import { type HitRow, malformed, quoted } from '../../../platform/formats/index.js';

/** A run gathered hit by hit, queries in file order. */
export interface RunTable {
  /** A query that may have no hits; a format in which each occurs once calls this once for each. */
  open(queryId: QueryId, at: ErrorLocation): void;
  add(row: HitRow, at: ErrorLocation): void;
  /** The rankings, put into ranking order. */
  run(): Run;
}

interface Gathered {
  readonly hits: Hit[];
  /** The line of each document. */
  readonly lines: Map<DocId, number | undefined>;
  readonly line: number | undefined;
}

/** An empty table. A document that comes twice for a query is an error, as it is for trec_eval. */
export const runTable = (): RunTable => {
  const queries = new Map<QueryId, Gathered>();
  const gathered = (queryId: QueryId, at: ErrorLocation): Gathered => {
    const found = queries.get(queryId) ?? { hits: [], lines: new Map(), line: at.line };
    queries.set(queryId, found);
    return found;
  };
  return {
    open(queryId, at) {
      const earlier = queries.get(queryId);
      if (earlier)
        throw malformed(at, {
          found: `query ${quoted(queryId)} a second time, first in line ${earlier.line}`,
          expected: 'every query once',
          fix: 'keep one of the two',
        });
      gathered(queryId, at);
    },
    add({ queryId, docId, score }, at) {
      const { hits, lines } = gathered(queryId, at);
      if (lines.has(docId))
        throw malformed(at, {
          found: `document ${quoted(docId)} a second time for query ${quoted(queryId)}, first in line ${lines.get(docId)}`,
          expected: 'every document once per query, as trec_eval does',
          fix: 'keep the one with the higher score',
        });
      lines.set(docId, at.line);
      hits.push({ docId, score });
    },
    run: () => new Map(Array.from(queries, ([queryId, { hits }]) => [queryId, ranking(hits)])),
  };
};
