// node r2med_compare_work.js FILE DRAWS: the randomisation test of paired differences; what the first call takes, and a later one.
import { readFileSync } from 'node:fs';
import { randomisationTest } from '../../dist/evaluation/statistics.js';
import { report } from '../process.js';

const [file, draws] = process.argv.slice(2);
const differences = JSON.parse(readFileSync(file, 'utf8'));

const timed = () => {
  const began = performance.now();
  const before = process.cpuUsage();
  const { p } = randomisationTest(differences, { draws: Number(draws) });
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - began) / 1000, cpu: (user + system) / 1e6, p };
};

const first = timed();
const later = Math.min(...Array.from({ length: 5 }, () => timed().seconds));
report({ first: first.seconds, firstCpu: first.cpu, later, p: first.p });
