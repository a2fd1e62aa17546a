import { nearDuplicateIndex } from '../../../evaluation/overlap/index.js';
import { type Check, tally } from '../check.js';
import { excerpt } from '../excerpt.js';
import { NEAR, NEAR_RULE, nearRows } from '../near-rows.js';

export const nearDuplicateQueries: Check = {
  name: 'near-duplicate-queries',
  title: 'Near-duplicate queries',
  definition: `Queries that are nearly, but not exactly, the same as an earlier query: ${NEAR_RULE}.`,
  severity: 'note',
  unit: 'queries',
  fix: 'Check that they are different questions: variants of one question make intervals too narrow.',
  start: ({ queries }) => ({
    finish: () => {
      const index = nearDuplicateIndex(NEAR);
      for (const { text } of queries) index.add(text);
      const near = nearRows(index);
      const found = tally();
      for (const [row, { id, text }] of queries.entries()) {
        const earlier = near
          .of(row)
          .find((each) => each.row < row && queries[each.row]!.text.trim() !== text.trim());
        if (earlier)
          found.add({
            query: id,
            detail: `Jaccard ${earlier.jaccard.toFixed(2)} with ${queries[earlier.row]!.id}`,
            text: excerpt(text),
          });
      }
      return found.of(queries.length);
    },
  }),
};
