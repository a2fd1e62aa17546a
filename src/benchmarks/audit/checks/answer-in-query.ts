import type { Findings } from '../check.js';
import { surveyCheck } from '../check-of-each.js';
import { ANSWER_RULE, containsAnswer } from '../contained-text.js';
import { excerpt } from '../excerpt.js';

/** Why a task without answers cannot be asked about them. */
export const NO_ANSWERS: Findings = { notApplicable: 'the queries have no reference answers' };

export const answerInQuery = surveyCheck(
  {
    name: 'answer-in-query',
    title: 'Queries that contain their answer',
    definition: `Queries in whose text the reference answer occurs: ${ANSWER_RULE}.`,
    severity: 'warning',
    unit: 'queries',
    fix: 'Remove the answer from the query: with it, the step from query to answer is given away.',
  },
  function* ({ queries, labels }) {
    for (const { id, text } of queries) {
      const { answer = '' } = labels.get(id) ?? {};
      const contained = containsAnswer(text, answer);
      if (contained !== undefined)
        yield contained
          ? { query: id, detail: `answer: ${excerpt(answer)}`, text: excerpt(text) }
          : undefined;
    }
  },
  NO_ANSWERS,
);
