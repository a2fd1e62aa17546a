import { surveyCheck } from '../check-of-each.js';
import { excerpt } from '../excerpt.js';
import { FEWEST_WORDS, fewWordsText, tooFewWords } from '../few-words.js';

export const shortRelevantDocuments = surveyCheck(
  {
    name: 'short-relevant-documents',
    title: 'Relevant documents without content',
    definition: `Judgements of relevant documents that have fewer than ${FEWEST_WORDS} words, or no text.`,
    severity: 'warning',
    unit: 'judgements',
    fix: 'Look at these judgements: so short a document is no evidence for an answer.',
  },
  function* (_, { relevant, texts }) {
    for (const [query, documents] of relevant)
      for (const id of documents) {
        const text = texts.get(id)!;
        const count = text.trim() === '' ? 0 : tooFewWords(text);
        const detail = count === 0 ? 'no words' : fewWordsText(text, count ?? 0);
        yield count === undefined ? undefined : { query, documents: [id], detail, text: excerpt(text) };
      }
  },
);
