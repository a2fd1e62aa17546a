import { groupBy } from '../../../core/index.js';
import { type Check, tally } from '../check.js';
import { excerpt } from '../excerpt.js';

export const repeatedQueries: Check = {
  name: 'repeated-queries',
  title: 'Repeated queries',
  definition:
    'Queries whose text is that of an earlier query, apart from white space at its ends. Empty queries are left out.',
  severity: 'warning',
  unit: 'queries',
  fix: 'Keep one of them, with the judgements of all: a repeated query counts twice in every mean.',
  start: ({ queries }, most) => ({
    finish: () => {
      const repeated = tally(most);
      const asked = queries.filter(({ text }) => text.trim() !== '');
      for (const [text, [first, ...others]] of groupBy(asked, (query) => query.text.trim()))
        for (const { id } of others)
          repeated.add({ query: id, detail: `equal to ${first!.id}`, text: excerpt(text) });
      return repeated.of(queries.length);
    },
  }),
};
