import { type Check, tally } from '../check.js';
import { ANSWER_RULE, containsAnswer } from '../contained-text.js';
import { excerpt } from '../excerpt.js';
import { NO_ANSWERS } from './answer-in-query.js';

export const answerInRelevant: Check = {
  name: 'answer-in-relevant',
  title: 'Answers that occur in a relevant document',
  definition: `Queries of which at least one relevant document contains the reference answer: ${ANSWER_RULE}.`,
  severity: 'note',
  unit: 'queries',
  fix: 'Nothing, where documents are evidence for the answer: it is a figure. Where they are similar cases, check that the answer was meant to be in them.',
  start: ({ queries, labels }) => ({
    finish: ({ relevant, texts }) => {
      const found = tally();
      let all = 0;
      for (const { id } of queries) {
        const answer = labels.get(id)?.answer;
        const documents = relevant.get(id) ?? [];
        if (answer === undefined || containsAnswer('', answer) === undefined || documents.length === 0)
          continue;
        all += 1;
        const holding = documents.filter((document) => containsAnswer(texts.get(document)!, answer));
        if (holding.length > 0)
          found.add({ query: id, documents: holding.slice(0, 5), detail: `answer: ${excerpt(answer)}` });
      }
      return all > 0 ? found.of(all) : NO_ANSWERS;
    },
  }),
};
