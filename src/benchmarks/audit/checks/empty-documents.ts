import { documentCheck } from '../check-of-each.js';

export const emptyDocuments = documentCheck(
  {
    name: 'empty-documents',
    title: 'Empty documents',
    definition: 'Documents without title and text, or with white space only.',
    severity: 'warning',
    fix: 'Leave them out of the corpus, and judgements of them too.',
  },
  ({ index, text }) => (text.trim() === '' ? { detail: `row ${index + 1}` } : undefined),
);
