import { type Check, tally } from '../check.js';
import { excerpt } from '../excerpt.js';
import { lengthText, OUTLIER_RULE, TOO_FEW, usualLengths } from '../length-outliers.js';

export const queryLengths: Check = {
  name: 'query-lengths',
  title: 'Queries of unusual length',
  definition: `Queries whose length is an outlier: ${OUTLIER_RULE}.`,
  severity: 'note',
  unit: 'queries',
  fix: 'Check that they were read whole, and hold one question.',
  start: ({ queries }, most) => ({
    finish: () => {
      const asked = queries
        .map(({ id, text }) => ({ id, text, length: text.trim().length }))
        .filter(({ length }) => length > 0);
      const usual = usualLengths(asked.map(({ length }) => length));
      if (!usual) return { notApplicable: TOO_FEW };
      const found = tally(most);
      for (const { id, text, length } of asked)
        if (length < usual.shortest || length > usual.longest)
          found.add({ query: id, detail: lengthText(length, usual), text: excerpt(text) });
      return found.of(queries.length);
    },
  }),
};
