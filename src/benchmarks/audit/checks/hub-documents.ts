import { surveyCheck } from '../check-of-each.js';

/** A document that is relevant for so many queries, and for such a share of them, is found by a guess. */
const HUB = { queries: 5, share: 0.1 } as const;

export const hubDocuments = surveyCheck(
  {
    name: 'hub-documents',
    title: 'Documents relevant for many queries',
    definition: `Relevant documents that are relevant for ${HUB.queries} queries or more and for more than ${100 * HUB.share} % of the queries: a ranking that is the same for all queries finds them.`,
    severity: 'warning',
    unit: 'documents',
    fix: 'Check whether these documents answer each query, and leave general ones out of the judgements.',
  },
  function* (_, { relevant }) {
    const queries = new Map<string, number>();
    for (const documents of relevant.values())
      for (const id of documents) queries.set(id, (queries.get(id) ?? 0) + 1);
    for (const [id, count] of queries)
      yield count >= HUB.queries && count > HUB.share * relevant.size
        ? { documents: [id], detail: `relevant for ${count} of ${relevant.size} queries` }
        : undefined;
  },
  { notApplicable: 'no relevant document is in the corpus' },
);
