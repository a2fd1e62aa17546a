// npm run bench [-- --only a,b] [--rounds N] [--peers DIR] [--write]: measures this package against the programs people use for the same work, keeps the figures of each
// part, adds them to history.jsonl, and writes RESULTS.md and history.svg. Peers are installed into a temporary folder, or into DIR, where a later run finds
// them; one that cannot be is reported as absent. --write measures nothing and makes RESULTS.md and history.svg again, as is needed after a merge.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureParts } from './measure-parts.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const refuse = (message) => {
  console.error(message);
  process.exit(2);
};

const readFlags = () => {
  const options = {
    only: { type: 'string' },
    rounds: { type: 'string' },
    peers: { type: 'string' },
    write: { type: 'boolean' },
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse(error.message);
  }
};

const flags = readFlags();
const rounds = flags.rounds === undefined ? undefined : Number(flags.rounds);
if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))
  refuse(`--rounds is a whole number of 1 or more, not "${flags.rounds}"`);

if (spawnSync(process.execPath, [here('../scripts/build.js')], { stdio: 'inherit' }).status !== 0)
  process.exit(1);
// Late: parts load what was just built.
const { parts } = await import('./parts/index.js');
const only = flags.write ? [] : flags.only?.split(',');
for (const name of only ?? [])
  if (!parts.some((part) => part.name === name))
    refuse(`no part "${name}"; there are ${parts.map((part) => part.name).join(', ')}`);

const { printed, failed } = await measureParts(here('.'), parts, {
  only,
  rounds,
  peers: flags.peers && resolve(flags.peers),
});
if (!flags.write) console.log(printed);
if (failed.size > 0) {
  const reasons = [...failed].map(([name, reason]) => `  ${name}: ${reason}`);
  console.error(`Parts that failed, whose earlier figures stand:\n${reasons.join('\n')}`);
  process.exitCode = 1;
}
