import { surveyCheck } from '../check-of-each.js';

export const negativeGrades = surveyCheck(
  {
    name: 'negative-grades',
    title: 'Negative grades',
    definition:
      'Judgements with a grade below 0. trec_eval takes them for unjudged documents, other programs for a loss.',
    severity: 'warning',
    unit: 'judgements',
    fix: 'Grade what is not relevant 0, and leave out what was not judged.',
  },
  function* ({ judgements }) {
    for (const [query, grades] of judgements)
      for (const [id, grade] of grades)
        yield grade < 0 ? { query, documents: [id], detail: `grade ${grade}` } : undefined;
  },
);
