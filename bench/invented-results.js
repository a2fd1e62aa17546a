import { random } from '../dist/core/index.js';
import { resultFolder, writeResult } from '../dist/experiment/results.js';
import { suite } from '../dist/tasks/index.js';

/** A table as large as people will fill it: the tasks of R2MED, each with as many queries as it has. */
export const TABLE_SHAPE = { systems: 300, suite: 'r2med' };

const MEASURES = ['nDCG@10', 'Recall@10', 'MRR'];

/** Writes the records of invented systems, each a little better or worse than the one before it. */
export const writeResults = async (folder, { systems, suite: name }) => {
  console.error(`writing records of ${systems} systems`);
  const { tasks } = suite(name);
  const next = random(12);
  for (let number = 0; number < systems; number++) {
    const skill = 0.05 + 0.5 * next();
    const system = `invented-${String(number).padStart(3, '0')}`;
    for (const task of tasks) {
      const queries = Array.from({ length: task.counts.queries }, (_, i) => {
        const score = Math.min(1, Math.max(0, skill + next() - 0.5));
        return {
          id: `q${i}`,
          scores: Object.fromEntries(MEASURES.map((each) => [each, score])),
          ranks: {},
          hits: 0,
        };
      });
      await writeResult(
        resultFolder(folder, system, task.name),
        { record: recordOf(system, task, queries), queries },
        new Map(),
      );
    }
  }
  return { folder, systems };
};

const recordOf = (system, { name, suite: of, family, sameAs, counts }, queries) => {
  const scores = Object.fromEntries(
    MEASURES.map((each) => [each, queries.reduce((sum, row) => sum + row.scores[each], 0) / queries.length]),
  );
  return {
    version: 2,
    system,
    name: system,
    spec: { retriever: 'bm25' },
    fingerprint: system,
    task: {
      name,
      suite: of,
      revision: 'invented',
      contentHash: 'invented',
      family,
      ...(sameAs && { sameAs }),
      queries: queries.length,
      documents: counts.documents ?? 1,
      uniqueDocuments: counts.documents ?? 1,
      judgements: queries.length,
      notes: [],
    },
    evaluation: {
      ties: 'id-descending',
      missing: 'zero',
      judgedQueries: queries.length,
      missingQueries: 0,
      unjudgedQueries: 0,
    },
    scores,
    intervals: Object.fromEntries(MEASURES.map((each) => [each, [0.9 * scores[each], 1.1 * scores[each]]])),
    cost: { tokensIn: 0, tokensOut: 0, usd: 0 },
    timings: { open: 0, search: 0, evaluate: 0 },
    facts: {},
    provenance: {
      tool: 'r2med',
      at: '2026-01-01T00:00:00.000Z',
      node: process.version,
      platform: 'invented',
      cores: 1,
    },
  };
};
