import type { Result } from '../../src/experiment/record/index.js';

/** A result with these scores, the rest as empty as a record may be. */
export const result = (system: string, task: string, values: readonly number[], family = 'qa'): Result => ({
  record: {
    version: 2,
    system,
    name: system,
    spec: {},
    fingerprint: '',
    task: {
      name: task,
      suite: 's',
      revision: '',
      contentHash: '',
      family,
      queries: values.length,
      documents: 1,
      uniqueDocuments: 1,
      judgements: 1,
      notes: [],
    },
    evaluation: {
      ties: 'id-descending',
      missing: 'zero',
      judgedQueries: values.length,
      missingQueries: 0,
      unjudgedQueries: 0,
    },
    scores: { 'nDCG@10': values.reduce((sum, value) => sum + value, 0) / values.length },
    intervals: {},
    cost: { tokensIn: 0, tokensOut: 0, usd: 0 },
    timings: { open: 0, search: 0, evaluate: 0 },
    facts: {},
    provenance: { tool: '', at: '', node: '', platform: '', cores: 1 },
  },
  queries: values.map((value, i) => ({ id: `q${i}`, scores: { 'nDCG@10': value }, ranks: {}, hits: 1 })),
});
