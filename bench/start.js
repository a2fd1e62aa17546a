// node bench/start.js: what it takes before the first line of work, as ratios to a bare start of Node.
import { fileURLToPath } from 'node:url';
import { interleave } from './measure.js';
import { run } from './process.js';
import { digits, markdown, times } from './table.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const BIN = here('../bin/r2med.js');
const BARE = 'node -e 0';
const ROUNDS = 15;

/** Each with the most it may take of a bare start. */
const STARTS = [
  { name: BARE, args: ['-e', '0'] },
  { name: 'r2med --help', args: [BIN, '--help'], most: 1.6 },
  { name: 'r2med run --help', args: [BIN, 'run', '--help'], most: 2 },
  {
    name: 'r2med run --dry-run',
    args: [BIN, 'run', '--suite', 'sample', '--retriever', 'bm25', '--dry-run'],
  },
  { name: "import 'r2med'", args: [here('../dist/index.js')], most: 3 },
];

export const start = async () => {
  const results = await interleave(
    STARTS.map(({ name, args }) => ({ name, measure: () => run(process.execPath, ...args) })),
    ROUNDS,
  );
  const seconds = (name) => results.get(name).seconds;
  const ratio = (name) => times(seconds(name) / seconds(BARE));
  return {
    table: markdown(
      ['Start', `Times ${BARE}`, 'ms'],
      STARTS.map(({ name }) => [`\`${name}\``, ratio(name), digits(seconds(name) * 1000)]),
    ),
    summary: STARTS.filter(({ most }) => most).map(({ name, most }) => [
      `\`${BARE}\``,
      `start of \`${name}\``,
      `at most ${most} ×`,
      ratio(name),
    ]),
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log((await start()).table);
