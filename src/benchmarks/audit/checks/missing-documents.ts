import { surveyCheck } from '../check-of-each.js';

export const missingDocuments = surveyCheck(
  {
    name: 'missing-documents',
    title: 'Judgements without a document',
    definition: 'Judgements, of any grade, that name a document which the corpus does not have.',
    severity: 'error',
    unit: 'judgements',
    fix: 'Add the documents, or leave out the judgements: as it is, no system can reach a score of 1.',
  },
  function* ({ judgements }, { rowOf }) {
    for (const [query, grades] of judgements)
      for (const [id, grade] of grades)
        yield rowOf.has(id) ? undefined : { query, documents: [id], detail: `grade ${grade}` };
  },
);
