import { corpusOf, docId, type Query, queryId, type Task } from '../../src/core/index.js';

export interface MadeTask {
  readonly documents: readonly { readonly id: string; readonly text: string; readonly title?: string }[];
  readonly queries: readonly { readonly id: string; readonly text: string }[];
  readonly judgements: readonly (readonly [query: string, document: string, grade: number])[];
}

/** A task in memory; its corpus counts how often it was read from the start. */
export const madeTask = ({
  documents,
  queries,
  judgements,
}: MadeTask): Task & { readonly reads: () => number } => {
  const grades = new Map<Query['id'], Map<ReturnType<typeof docId>, number>>();
  for (const [query, document, grade] of judgements) {
    const own = grades.get(queryId(query)) ?? new Map();
    grades.set(queryId(query), own.set(docId(document), grade));
  }
  const { key, rows } = corpusOf(`made:${JSON.stringify(documents)}`, documents);
  let reads = 0;
  return {
    name: 'Made',
    suite: 'tests',
    revision: 'made',
    contentHash: key,
    corpus: {
      key,
      rows: () => {
        reads++;
        return rows();
      },
    },
    queries: queries.map(({ id, text }) => ({ id: queryId(id), text })),
    judgements: grades,
    labels: new Map(),
    statistics: async () => ({
      queries: queries.length,
      documents: documents.length,
      uniqueDocuments: new Set(documents.map(({ id }) => id)).size,
      judgements: judgements.length,
      notes: [],
    }),
    about: {},
    reads: () => reads,
  };
};
