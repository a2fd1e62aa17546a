import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openBench } from './bench.js';
import { pointsOf } from './choice.js';
import { jobs } from './jobs.js';
import type { Fault } from './library.js';
import { point, undisturbed } from './points.js';

/** The long form: disturbs every job at many points, and says what was lost. */
const { values } = parseArgs({
  options: {
    job: { type: 'string', multiple: true, default: [] },
    points: { type: 'string', default: '400' },
    only: { type: 'string' },
    /** i/n: every n-th job. */
    share: { type: 'string', default: '1/1' },
    /** i/n: every n-th point of them. */
    round: { type: 'string', default: '1/1' },
    log: { type: 'string', default: 'faults-log.jsonl' },
  },
});

const nameOf = (fault: Fault): string => ('end' in fault ? fault.end : `${fault.fail} of ${fault.of}`);

const bench = await openBench(3);
let [points, lost] = [0, 0];
try {
  const [mine = 1, shares = 1] = values.share.split('/').map(Number);
  const [round = 1, rounds = 1] = values.round.split('/').map(Number);
  for (const [i, job] of jobs.entries()) {
    if (i % shares !== mine - 1) continue;
    if (values.job.length > 0 && !values.job.includes(job.name)) continue;
    const usual = await undisturbed(bench, job).catch((error: Error) => console.log(error.message));
    if (!usual) {
      lost++;
      continue;
    }
    console.log(`-- ${job.name}: ${usual.writes} writes, ${usual.reads} reads`);
    const tally = new Map<string, number>();
    const before = lost;
    for (const [n, fault] of pointsOf(usual, Number(values.points)).entries()) {
      if (n % rounds !== round - 1) continue;
      const name = nameOf(fault);
      if (values.only !== undefined && !name.startsWith(values.only)) continue;
      const { struck, problems } = await point(bench, job, usual, fault);
      if (struck === undefined) continue;
      points++;
      tally.set(name, (tally.get(name) ?? 0) + 1);
      if (problems.length === 0) continue;
      lost++;
      console.log(
        `${job.name}: ${name} at ${fault.at} (${struck})\n${problems.map((each) => `  ${each.slice(0, 500)}`).join('\n')}`,
      );
    }
    const { writes, reads } = usual;
    appendFileSync(
      values.log,
      `${JSON.stringify({ job: job.name, writes, reads, lost: lost - before, points: Object.fromEntries(tally) })}\n`,
    );
    console.log(`== ${job.name}: ${[...tally.values()].reduce((sum, each) => sum + each, 0)} points`);
  }
} finally {
  await bench.close();
}
console.log(`${points} points, ${lost} with a loss`);
process.exit(lost > 0 ? 1 : 0);
