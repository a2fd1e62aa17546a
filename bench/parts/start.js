// What it takes before the first line of work, as ratios to a bare start of Node.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { interleave, ratios } from '../measure.js';
import { digits, markdown, times } from '../table.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const BIN = here('../../bin/r2med.js');
const BARE = 'node -e 0';

/** Each with the most it may take of a bare start. */
const STARTS = [
  { name: BARE, args: ['-e', '0'] },
  { name: 'r2med --help', args: [BIN, '--help'], most: 1.6 },
  { name: 'r2med run --help', args: [BIN, 'run', '--help'], most: 2 },
  {
    name: 'r2med run --dry-run',
    args: [BIN, 'run', '--suite', 'sample', '--retriever', 'bm25', '--dry-run'],
  },
  { name: "import 'r2med'", args: [here('../../dist/index.js')], most: 3 },
];

/** Seconds from start to end, and of CPU, which other work on the machine changes far less. */
const measured = (args) => {
  const began = performance.now();
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time "$@" > /dev/null', 'start', process.execPath, ...args];
  const { status, stderr } = spawnSync('bash', timed, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { cpu: user + system, seconds: (performance.now() - began) / 1000 };
};

const measure = async ({ rounds }) => {
  const results = await interleave(
    STARTS.map(({ name, args }) => ({ name, measure: () => measured(args) })),
    rounds,
  );
  const milliseconds = (seconds) => digits(seconds * 1000);
  return {
    text: "Node's own start is in every row; the first column is the ratio to it.",
    table: markdown(
      ['Start', 'CPU', 'CPU, ms', 'Whole process, ms'],
      STARTS.map(({ name }) => {
        const { cpu, seconds } = results.get(name);
        const over = times(cpu / results.get(BARE).cpu);
        return [`\`${name}\``, over, milliseconds(cpu), milliseconds(seconds)];
      }),
    ),
    summary: STARTS.filter(({ most }) => most).map(({ name, most }) => ({
      against: `\`${BARE}\``,
      what: `CPU of \`${name}\``,
      wanted: `at most ${most} ×`,
      values: ratios(results, name, BARE, 'cpu'),
    })),
  };
};

export const part = { name: 'start', title: 'Start', rounds: 15, measure };
