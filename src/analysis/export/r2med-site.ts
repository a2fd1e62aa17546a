import type { StoredResult } from '../../experiment/results/index.js';
import { suite } from '../../tasks/index.js';
import { commonRules, suiteRule } from './common-rules.js';
import type { Missing, Receiver } from './receiver.js';
import { systemParts } from './system-parts.js';

/** R2MED's own leaderboard: nDCG@10 on the eight full tasks. */
export const r2medSite: Receiver = {
  title: 'R2MED site',
  check: (results) => {
    const { system, name } = results[0]!.record;
    return {
      system,
      name,
      missing: [...suiteRule(results), ...commonRules(results), ...dataRules(results), ...fileRules(results)],
      byHand: [
        'send the folder that r2med export r2med writes to the maintainers, with a link to the model or paper',
      ],
    };
  },
};

/** The data that the published rows are over. */
const dataRules = (results: readonly StoredResult[]): readonly Missing[] =>
  results
    .filter(({ record }) => record.task.suite === 'r2med')
    .flatMap(({ record: { task } }) => {
      const counts = suite('r2med').tasks.find(({ name }) => name === task.name)?.counts;
      const same =
        !counts || (counts.queries === task.queries && counts.uniqueDocuments === task.uniqueDocuments);
      return same
        ? []
        : [
            {
              rule: 'data as published',
              found: `${task.name}: ${task.queries} queries and ${task.uniqueDocuments} documents, published were ${counts.queries} and ${counts.uniqueDocuments}`,
              fix: `r2med fetch --task ${task.name}, then run it again with --overwrite`,
            },
          ];
    });

const fileRules = (results: readonly StoredResult[]): readonly Missing[] => [
  ...(systemParts(results[0]!.record)
    ? []
    : [
        {
          rule: 'one stage of each kind',
          found: `${results[0]!.record.name} has several rewriters, retrievers or rerankers`,
          fix: 'its files have no place for them; hand in each part alone',
        },
      ]),
  ...results
    .filter(({ record }) => !Object.hasOwn(record.scores, 'nDCG@10'))
    .map(({ record }) => ({
      rule: 'nDCG@10',
      found: `${record.task.name}: no nDCG@10`,
      fix: 'run it again with --measure nDCG@10 --overwrite',
    })),
];
