// Proves that no regular expression of the package takes more than linear time, by static analysis (recheck), and writes
// what it found to test/expressions.json, which a test compares with the source. `--check` writes nothing and fails where
// the file would change.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expressions } from '../test/expressions.js';

process.env.RECHECK_BACKEND = 'pure';
const { check } = await import('recheck');
const LIST = fileURLToPath(new URL('../test/expressions.json', import.meta.url));

/** What the analysis cannot decide, or decides without knowing how long its input is. */
const BOUNDED = {
  'models/service/reason.js': 'reads a reason of at most 200 characters',
  'reranking/llm/read-scores.js':
    'every repeat has a limit, so each place of the text costs a constant number of steps',
};

const verdicts = {};
const wrong = [];
for (const [name, { source, flags, files }] of [...(await expressions())].sort(([a], [b]) =>
  a < b ? -1 : 1,
)) {
  const { status, complexity, error } = await check(source, flags.replace(/[dg]/g, ''), { timeout: 60_000 });
  const bounded = [...files].map((file) => BOUNDED[file]).find(Boolean);
  if (status === 'safe') verdicts[name] = 'linear';
  else if (bounded) verdicts[name] = bounded;
  else wrong.push(`${name} in ${[...files].join(', ')}: ${complexity?.summary ?? error?.kind ?? status}`);
}
if (wrong.length > 0) {
  process.stderr.write(`Expressions that take more than linear time, or may:\n${wrong.join('\n')}\n`);
  process.exit(1);
}
const text = `${JSON.stringify(verdicts, null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(LIST, text);
else if (readFileSync(LIST, 'utf8') !== text) {
  process.stderr.write(
    'test/expressions.json is not what the source holds. Fix: node scripts/check-expressions.js\n',
  );
  process.exit(1);
}
