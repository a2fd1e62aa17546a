import { type Check, type Findings, tally } from '../check.js';
import { ANSWER_RULE, containsAnswer } from '../contained-text.js';
import { excerpt } from '../excerpt.js';

/** Why a task without answers cannot be asked about them. */
export const NO_ANSWERS: Findings = { notApplicable: 'the queries have no reference answers' };

export const answerInQuery: Check = {
  name: 'answer-in-query',
  title: 'Queries that contain their answer',
  definition: `Queries in whose text the reference answer occurs: ${ANSWER_RULE}.`,
  severity: 'warning',
  unit: 'queries',
  fix: 'Remove the answer from the query: with it, the step from query to answer is given away.',
  start: ({ queries, labels }) => ({
    finish: () => {
      const found = tally();
      let all = 0;
      for (const { id, text } of queries) {
        const answer = labels.get(id)?.answer;
        const contained = answer === undefined ? undefined : containsAnswer(text, answer);
        if (contained === undefined) continue;
        all += 1;
        if (contained) found.add({ query: id, detail: `answer: ${excerpt(answer!)}`, text: excerpt(text) });
      }
      return all > 0 ? found.of(all) : NO_ANSWERS;
    },
  }),
};
