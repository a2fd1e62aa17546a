// A run and its judgements as TREC files, with as many queries as R2MED's tasks have together.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dice } from './invented-text.js';

/** R2MED's queries; a corpus of Biology's size; about as many relevant documents per query. */
export const RUN_SHAPE = { queries: 876, documents: 57_359, relevant: 3.6 };

/** Writes `run.trec` and `qrels.trec`, best hits first, scores with the ties that BM25 has on texts that repeat. */
export const writeRun = (folder, depth, { queries, documents, relevant } = RUN_SHAPE) => {
  const roll = dice(depth);
  const run = [];
  const qrels = [];
  for (let query = 1; query <= queries; query++) {
    const found = new Set();
    while (found.size < depth) found.add(`doc-${Math.floor(roll() * documents)}`);
    const ids = [...found];
    let score = 20 + 20 * roll();
    ids.forEach((id, i) => {
      if (roll() > 0.1) score *= 1 - roll() / (10 + i);
      run.push(`${query} Q0 ${id} ${i + 1} ${score.toFixed(6)} invented`);
    });
    const judged = new Set();
    const wanted = 1 + Math.floor(2 * roll() * (relevant - 0.5));
    // Most relevant documents are near the top, some were not found.
    while (judged.size < wanted)
      judged.add(ids[Math.floor(roll() ** 3 * depth * 1.2)] ?? `doc-${Math.floor(roll() * documents)}`);
    for (const id of judged) qrels.push(`${query} 0 ${id} 1`);
  }
  writeFileSync(join(folder, 'run.trec'), `${run.join('\n')}\n`);
  writeFileSync(join(folder, 'qrels.trec'), `${qrels.join('\n')}\n`);
};
