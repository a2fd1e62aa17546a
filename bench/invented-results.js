import { docId, queryId, random } from '../dist/core/index.js';
import { defaultMeasures, evaluate } from '../dist/evaluation/measures.js';
import { resultFolder, writeResult } from '../dist/experiment/results.js';
import { suite } from '../dist/tasks/index.js';

/** A table as large as people will fill it: the tasks of R2MED, each with as many queries as it has. */
export const TABLE_SHAPE = { systems: 300, suite: 'r2med' };

/** Rankings to choose from, from bad to good: scoring one for every query of every system would take most of the time. */
const OUTCOMES = 1000;
const DEPTH = 100;
const JUDGED = 3;

/** What `run` writes of a query, for rankings in which three relevant documents are the higher the later it is in the list. */
const outcomes = () => {
  const next = random(7);
  const measures = defaultMeasures();
  const ids = Array.from({ length: OUTCOMES }, (_, i) => queryId(`q${i}`));
  const places = ids.map((_, i) =>
    Array.from({ length: JUDGED }, () => Math.floor(2 * DEPTH * next() ** (0.2 + (8 * i) / OUTCOMES))),
  );
  const run = new Map(
    ids.map((id, i) => [
      id,
      Array.from({ length: DEPTH }, (_, rank) => {
        const gold = places[i].indexOf(rank);
        return { docId: docId(gold < 0 ? `other${rank}` : `gold${gold}`), score: DEPTH - rank };
      }),
    ]),
  );
  const grades = new Map(Array.from({ length: JUDGED }, (_, gold) => [docId(`gold${gold}`), 1]));
  const { queries } = evaluate(run, new Map(ids.map((id) => [id, grades])), measures);
  return ids.map((id, i) => ({
    scores: { ...queries.get(id) },
    ranks: run.get(id).flatMap((_hit, rank) => (places[i].includes(rank) ? [rank + 1] : [])),
  }));
};

/** Writes the records of invented systems, each a little better or worse than the one before it, with all measures of a run. */
export const writeResults = async (folder, { systems, suite: name }) => {
  console.error(`writing records of ${systems} systems`);
  const { tasks } = suite(name);
  const next = random(12);
  const known = outcomes();
  for (let number = 0; number < systems; number++) {
    const skill = 0.05 + 0.5 * next();
    const system = `invented-${String(number).padStart(3, '0')}`;
    for (const task of tasks) {
      const queries = Array.from({ length: task.counts.queries }, (_, i) => {
        const place = Math.min(1, Math.max(0, skill + next() - 0.5));
        const { scores, ranks } = known[Math.round(place * (OUTCOMES - 1))];
        const judged = Array.from({ length: JUDGED }, (_, gold) => [
          `${task.name}-document-${JUDGED * i + gold}`,
          ranks[gold] ?? null,
        ]);
        return { id: `q${i}`, scores, ranks: Object.fromEntries(judged), hits: DEPTH };
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
    Object.keys(queries[0].scores).map((each) => [
      each,
      queries.reduce((sum, row) => sum + row.scores[each], 0) / queries.length,
    ]),
  );
  return {
    version: 2,
    system,
    name: system,
    spec: {
      retriever: 'bm25',
      analyzer: 'lucene-english',
      weighting: 'gensim-both-sides',
      k1: 0.9,
      b: 0.4,
      documentText: 'title-and-text',
      repeatedIds: 'last-row',
      tiesAtCutOff: 'corpus-order',
      unmatched: 'fill',
      topK: DEPTH,
      analyzerVersion: 1,
    },
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
    intervals: Object.fromEntries(
      Object.entries(scores).map(([each, score]) => [each, [0.9 * score, 1.1 * score]]),
    ),
    cost: { tokensIn: 0, tokensOut: 0, usd: 0 },
    timings: { open: 0.13889662700000008, search: 0.01993167500000004, evaluate: 0.09958406500000001 },
    facts: { indexRows: 78, indexTerms: 1815, indexPostings: 4937, indexTokens: 5761, indexBytes: 32261 },
    provenance: {
      tool: 'r2med',
      at: '2026-01-01T00:00:00.000Z',
      node: process.version,
      platform: 'invented',
      cores: 1,
    },
  };
};
