// Compares the scores that MTEB read from an export (JSON of mteb_load.py) with the records that were exported.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readResults } from '../../src/experiment/results/index.js';
import { suite } from '../../src/tasks/index.js';

const [, , results, read] = process.argv;
const found = JSON.parse(readFileSync(read!, 'utf8')) as Record<
  string,
  Record<string, Record<string, number>>
>;
const names = { ndcg: 'nDCG', map: 'MAP', recall: 'Recall', precision: 'P', mrr: 'MRR', hit_rate: 'Hit' };
const mtebTask = (task: string): string => suite('r2med').tasks.find(({ name }) => name === task)!.mtebTask!;

let compared = 0;
for (const { record } of await readResults(results!)) {
  const scores = found[`r2med/${record.system}`]?.[mtebTask(record.task.name)];
  assert(scores, `${record.system} on ${record.task.name} was not read`);
  assert.equal(scores.main_score, record.scores['nDCG@10']);
  for (const [name, score] of Object.entries(scores)) {
    const [, theirs, k] = /^(\w+)_at_(\d+)$/.exec(name) ?? [];
    if (theirs === undefined) continue;
    assert.equal(score, record.scores[`${names[theirs as keyof typeof names]}@${k}`], name);
    compared += 1;
  }
}
console.log(`MTEB read ${Object.keys(found).length} systems; ${compared} scores are those of the records`);
