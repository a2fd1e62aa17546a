import { type Check, tally } from '../check.js';

/** Documents without any text. */
export const emptyDocuments: Check = {
  name: 'empty-documents',
  title: 'Empty documents',
  definition: 'Documents without title and text, or with white space only.',
  severity: 'warning',
  unit: 'documents',
  fix: 'Leave them out of the corpus, and judgements of them too.',
  start: () => {
    const empty = tally();
    return {
      row: ({ index, id, text }) => {
        if (text.trim() === '') empty.add({ documents: [id], detail: `row ${index + 1}` });
      },
      finish: ({ ids }) => empty.of(ids.length),
    };
  },
};
