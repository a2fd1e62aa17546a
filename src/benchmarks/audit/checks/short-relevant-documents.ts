import { type Check, tally } from '../check.js';
import { excerpt } from '../excerpt.js';
import { FEWEST_WORDS, fewWordsText, tooFewWords } from '../few-words.js';

export const shortRelevantDocuments: Check = {
  name: 'short-relevant-documents',
  title: 'Relevant documents without content',
  definition: `Judgements of relevant documents that have fewer than ${FEWEST_WORDS} words, or no text.`,
  severity: 'warning',
  unit: 'judgements',
  fix: 'Look at these judgements: so short a document is no evidence for an answer.',
  start: () => ({
    finish: ({ relevant, texts }) => {
      const short = tally();
      let all = 0;
      for (const [query, documents] of relevant)
        for (const id of documents) {
          all += 1;
          const text = texts.get(id)!;
          const count = text.trim() === '' ? 0 : tooFewWords(text);
          if (count === undefined) continue;
          const detail = count === 0 ? 'no words' : fewWordsText(text, count);
          short.add({ query, documents: [id], detail, text: excerpt(text) });
        }
      return short.of(all);
    },
  }),
};
