import { commandLine } from '../../core/index.js';
import type { StoredResult } from '../../experiment/results/index.js';
import { suite } from '../../tasks/index.js';
import { commonRules, otherSuites, scoreRule } from './common-rules.js';
import { type MissingRequirement, missingIf, type Receiver } from './receiver.js';
import { systemParts } from './system-parts.js';

/** R2MED's own leaderboard: nDCG@10 on the eight full tasks. */
export const r2medSite: Receiver = {
  title: 'R2MED site',
  missing: (results) => [
    ...missingIf(otherSuites(results).length > 0, () => ({
      rule: 'full benchmark',
      found: `results on suite ${otherSuites(results).join(', ')}`,
      fix: 'r2med fetch --suite r2med, then run the system with --suite r2med',
    })),
    ...commonRules(results),
    ...results.flatMap(dataRule),
    ...missingIf(!systemParts(results[0]!.record), () => ({
      rule: 'one stage of each kind',
      found: `${results[0]!.record.name} has several rewriters, retrievers or rerankers`,
      fix: 'its files have no place for them; hand in each part alone',
    })),
    ...scoreRule(results, 'nDCG@10'),
  ],
  byHand: () => [
    'send the folder that r2med export r2med writes to the maintainers, with a link to the model or paper',
  ],
};

/** The data that the published rows are over. */
const dataRule = ({ record: { task } }: StoredResult): readonly MissingRequirement[] => {
  const counts = suite('r2med').tasks.find(({ name }) => name === task.name)?.counts;
  if (task.suite !== 'r2med' || !counts) return [];
  const same = counts.queries === task.queries && counts.uniqueDocuments === task.uniqueDocuments;
  return missingIf(!same, () => ({
    rule: 'data as published',
    found: `${task.name}: ${task.queries} queries and ${task.uniqueDocuments} documents, published were ${counts.queries} and ${counts.uniqueDocuments}`,
    fix: `${commandLine('fetch', '--task', task.name)}, then run it again with --overwrite`,
  }));
};
