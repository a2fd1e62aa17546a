// node r2med_measures_work.js FOLDER CUTS: reads a run and its judgements, then scores them; what the first call takes, and a later one.
import { join } from 'node:path';
import { evaluate, HitRate, MAP, MRR, nDCG, P, Recall } from '../../dist/evaluation/measures.js';
import { readJudgements, readRun } from '../../dist/experiment/results.js';
import { report } from '../process.js';

const [folder, listed] = process.argv.slice(2);
const cuts = listed.split(',').map(Number);
const measures = [nDCG, MAP, Recall, P, HitRate, MRR].flatMap((family) => cuts.map((k) => family.at(k)));
measures.push(nDCG, MAP, MRR);
const { judgements } = await readJudgements(join(folder, 'qrels.trec'));
const { run } = await readRun(join(folder, 'run.trec'), {});

const timed = () => {
  const began = performance.now();
  const before = process.cpuUsage();
  const { means } = evaluate(run, judgements, measures);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - began) / 1000, cpu: (user + system) / 1e6, means };
};

const first = timed();
const later = Math.min(...Array.from({ length: 5 }, () => timed().seconds));
const total = Object.values(first.means).reduce((sum, mean) => sum + mean);
report({ first: first.seconds, firstCpu: first.cpu, later, measures: measures.length, total });
