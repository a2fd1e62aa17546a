import { type Check, tally } from '../check.js';

export const missingDocuments: Check = {
  name: 'missing-documents',
  title: 'Judgements without a document',
  definition: 'Judgements, of any grade, that name a document which the corpus does not have.',
  severity: 'error',
  unit: 'judgements',
  fix: 'Add the documents, or leave out the judgements: as it is, no system can reach a score of 1.',
  start: ({ judgements }) => ({
    finish: ({ rowOf }) => {
      const missing = tally();
      let all = 0;
      for (const [query, grades] of judgements)
        for (const [id, grade] of grades) {
          all += 1;
          if (!rowOf.has(id)) missing.add({ query, documents: [id], detail: `grade ${grade}` });
        }
      return missing.of(all);
    },
  }),
};
