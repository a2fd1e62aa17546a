import { nearDuplicateIndex } from '../../../evaluation/overlap/index.js';
import { surveyCheck } from '../check-of-each.js';
import { excerpt } from '../excerpt.js';
import { NEAR, NEAR_RULE, nearRows } from '../near-rows.js';

export const nearDuplicateQueries = surveyCheck(
  {
    name: 'near-duplicate-queries',
    title: 'Near-duplicate queries',
    definition: `Queries that are nearly, but not exactly, the same as an earlier query: ${NEAR_RULE}.`,
    severity: 'note',
    unit: 'queries',
    fix: 'Check that they are different questions: variants of one question make intervals too narrow.',
  },
  function* ({ queries }) {
    const index = nearDuplicateIndex(NEAR);
    for (const { text } of queries) index.add(text);
    const near = nearRows(index);
    for (const [row, { id, text }] of queries.entries()) {
      const earlier = near
        .of(row)
        .find((each) => each.row < row && queries[each.row]!.text.trim() !== text.trim());
      const detail = earlier && `Jaccard ${earlier.jaccard.toFixed(2)} with ${queries[earlier.row]!.id}`;
      yield detail ? { query: id, detail, text: excerpt(text) } : undefined;
    }
  },
);
