// Measures from a run and judgements in memory, against the libraries that people evaluate with; and the whole `eval` command.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RUN_SHAPE, writeRun } from '../invented-run.js';
import { interleave, ratios } from '../measure.js';
import { measureLibraries } from '../peers/measures.js';
import { run } from '../process.js';
import { digits, markdown, times } from '../table.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const DEPTHS = [100, 1000];
const CUTS = [1, 3, 5, 10, 20, 25, 50, 100, 1000];
const FAMILIES = ['nDCG', 'MAP', 'Recall', 'P', 'Hit', 'MRR'];
const UNCUT = ['nDCG', 'MAP', 'MRR'];
const MEASURES = [...FAMILIES.flatMap((name) => CUTS.map((cut) => `${name}@${cut}`)), ...UNCUT];

const OURS = 'r2med';
const COMMAND = 'r2med eval --json, whole process';
const PROCESS = 'pytrec_eval, whole process';

const TEXT =
  `${MEASURES.length} measures (${FAMILIES.join(', ')} at ${CUTS.length} cut-offs, ${UNCUT.join(', ')} of the whole ranking) of ${RUN_SHAPE.queries} queries, ` +
  'from a run and judgements in memory to the scores of every query and their means. Each program in a process of its own: the first call, with all that it ' +
  'compiles, then the best of five more. Hits are in the order of their scores, ties as they come. Modules are loaded before the clock starts; the whole process ' +
  'starts, reads both files and scores. pytrec_eval has no MRR within k: it is derived from `recip_rank`. ranx keeps compiled code on disk: the row without it is one round.';

const measure = async ({ temporary, rounds }) => {
  const peer = measureLibraries();
  await peer.prepare(temporary);
  const tasks = DEPTHS.map((depth) => {
    const folder = join(temporary, `run-${depth}`);
    mkdirSync(folder, { recursive: true });
    writeRun(folder, depth);
    return { depth, folder };
  });
  const named = (name, depth) => `${name}, top ${depth}`;
  const contenders = tasks.flatMap(({ depth, folder }) => [
    {
      name: named(OURS, depth),
      measure: () => run(process.execPath, here('../peers/r2med_measures_work.js'), folder, CUTS.join()),
    },
    ...Object.entries(peer.names).map(([program, name]) => ({
      name: named(name, depth),
      measure: () => peer.run(program, folder, CUTS.join()),
    })),
    { name: named(COMMAND, depth), measure: () => whole(command(folder)) },
    { name: named(PROCESS, depth), measure: () => whole(peer.once('pytrec_eval', folder, CUTS.join())) },
  ]);
  // Leaves the compiled code of ranx behind.
  await peer.run('ranx', tasks[0].folder, CUTS.join());
  const results = await interleave(contenders, rounds);
  const compiled = await peer.compiling(tasks[0].folder, CUTS.join());
  const row = (name, it, ours) => [
    name,
    ...['first', 'firstCpu'].map((field) => times(it[field] / ours[field])),
    ...[it.first, it.firstCpu, it.later].map((seconds) => digits(seconds * 1000)),
    digits(it.whole),
    digits(it.megabytes),
  ];
  const depthOf = (name) => DEPTHS.find((depth) => name.endsWith(`top ${depth}`));
  const ours = (depth) => results.get(named(OURS, depth));
  const fastest = (depth) =>
    Object.values(peer.names)
      .map((name) => named(name, depth))
      .reduce((a, b) => (results.get(a).first <= results.get(b).first ? a : b));
  const against = (depth) => ({ against: `the fastest library (${fastest(depth).split(' ')[0]})` });
  return {
    text: TEXT,
    table: markdown(
      ['Program', 'Time', 'CPU', 'First call, ms', 'CPU, ms', 'Later, ms', 'Whole process, s', 'Memory, MB'],
      [
        ...contenders.map(({ name }) => row(name, results.get(name), ours(depthOf(name)))),
        row(named('ranx 0.3.21, compiling', DEPTHS[0]), compiled, ours(DEPTHS[0])),
      ],
    ),
    summary: DEPTHS.flatMap((depth) => [
      {
        ...against(depth),
        what: `time of ${MEASURES.length} measures, first call, top ${depth}`,
        wanted: '3 ×',
        values: ratios(results, fastest(depth), named(OURS, depth), 'first'),
      },
      {
        against: 'pytrec_eval',
        what: `whole process that reads both files and scores, top ${depth}`,
        wanted: '1 ×',
        values: ratios(results, named(PROCESS, depth), named(COMMAND, depth), 'whole'),
      },
    ]),
  };
};

const command = (folder) => {
  const files = ['--judgements', join(folder, 'qrels.trec'), '--run', join(folder, 'run.trec')];
  const flags = ['--measures', MEASURES.join(), '--json', '--quiet'];
  return run(process.execPath, here('../../bin/r2med.js'), 'eval', ...files, ...flags);
};

/** Its seconds from start to end alone. */
const whole = async (running) => ({ whole: (await running).seconds });

export const part = { name: 'measures', title: 'Measures', rounds: 5, measure };
