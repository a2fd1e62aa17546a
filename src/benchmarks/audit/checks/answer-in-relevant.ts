import { surveyCheck } from '../check-of-each.js';
import { ANSWER_RULE, containsAnswer } from '../contained-text.js';
import { excerpt } from '../excerpt.js';
import { NO_ANSWERS } from './answer-in-query.js';

export const answerInRelevant = surveyCheck(
  {
    name: 'answer-in-relevant',
    title: 'Answers that occur in a relevant document',
    definition: `Queries of which at least one relevant document contains the reference answer: ${ANSWER_RULE}.`,
    severity: 'note',
    unit: 'queries',
    fix: 'Nothing, where documents are evidence for the answer: it is a figure. Where they are similar cases, check that the answer was meant to be in them.',
  },
  function* ({ queries, labels }, { relevant, texts }) {
    for (const { id } of queries) {
      const { answer = '' } = labels.get(id) ?? {};
      const documents = relevant.get(id) ?? [];
      if (containsAnswer('', answer) === undefined || documents.length === 0) continue;
      const holding = documents
        .filter((document) => containsAnswer(texts.get(document)!, answer))
        .slice(0, 5);
      yield holding.length > 0
        ? { query: id, documents: holding, detail: `answer: ${excerpt(answer)}` }
        : undefined;
    }
  },
  NO_ANSWERS,
);
