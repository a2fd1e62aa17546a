import { groupBy } from '../core/index.js';
import { factsOf, type Result } from '../experiment/record/index.js';
import { percent } from './format.js';

/** What a reader of a table has to know about its figures, each a line. */
export const scoreNotes = (results: readonly Result[], measure: string): readonly string[] => [
  ...unmatchedNotes(results, measure),
  ...smallCorpusNotes(results, measure),
];

/** Per system: where documents that share no term with the query changed the shown score. */
const unmatchedNotes = (results: readonly Result[], measure: string): readonly string[] =>
  [...groupBy(results, ({ record }) => record.name)].flatMap(([system, own]) => {
    const changed = own.flatMap(({ record }) => {
      const without = factsOf(record.facts).withoutUnmatched?.scores[measure];
      return without === undefined
        ? []
        : [`${record.task.name} ${percent(without)} instead of ${percent(record.scores[measure])}`];
    });
    return changed.length > 0
      ? [
          `${system}: rankings are filled up with documents that match no term of the query; without them ${measure} is ` +
            `${changed.join(', ')}. To leave them out: bm25(unmatched=drop)`,
        ]
      : [];
  });

/** A cutoff that takes in half of a corpus says more about the corpus than about a system. */
const smallCorpusNotes = (results: readonly Result[], measure: string): readonly string[] => {
  const cutoff = Number(/@(\d+)$/.exec(measure)?.[1] ?? 0);
  const small = results
    .map(({ record }) => record.task)
    .filter(({ uniqueDocuments }) => cutoff >= uniqueDocuments / 2);
  const corpora = [...new Set(small.map((task) => `${task.name} ${task.uniqueDocuments}`))];
  return corpora.length > 0
    ? [
        `${measure} means little here: the first ${cutoff} hits are half of the corpus or more (documents: ${corpora.join(', ')}). ` +
          'Choose a smaller cutoff with --measure',
      ]
    : [];
};
