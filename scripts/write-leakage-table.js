// Writes the table of docs/leakage.md: planted leaks are looked for, and recall and precision counted. `--check` writes nothing
// and fails where the table is behind.
import { readFileSync, writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const { LOWER, measuredBands, measuredLeaks, RULES } = await tsImport(
  '../test/planted-leaks.ts',
  import.meta.url,
);

const EACH = 100;
const percent = (part, whole) => (whole === 0 ? '–' : `${Number(((100 * part) / whole).toFixed(1))} %`);
const row = (cells) => `| ${cells.join(' | ')} |`;
const sum = (list, of) => list.reduce((total, each) => total + of(each), 0);

const table = ({ kinds }) => {
  const recall = (each) =>
    each.isLeak
      ? RULES.map((rule) => percent(each.right[rule], each.planted))
      : RULES.map((rule) => percent(each.right[rule] + each.wrong[rule], each.planted));
  const precision = RULES.map((rule) => {
    const right = sum(kinds, (each) => (each.isLeak ? each.right[rule] : 0));
    const wrong = sum(kinds, (each) => (each.isLeak ? 0 : each.right[rule]) + each.wrong[rule]);
    return percent(right, right + wrong);
  });
  return [
    row([
      'Planted',
      'Should be found',
      'Same words',
      'Near-duplicate',
      'n-gram',
      'Any',
      `Near-duplicate from ${LOWER}`,
    ]),
    row(['---', '---', '--:', '--:', '--:', '--:', '--:']),
    ...kinds.map((each) => row([each.kind, each.isLeak ? 'yes' : 'no', ...recall(each)])),
    row(['**Precision**', '', ...precision]),
  ].join('\n');
};

const documents = await measuredLeaks(7, EACH);
const queries = await measuredLeaks(2, EACH);
const { above, found } = measuredBands(400);
const written = [
  `Texts of ${documents.words} words on average, as documents are, looked for among ${documents.texts} texts; ${EACH} of each kind:`,
  table(documents),
  `Texts of ${queries.words} words on average, as queries are, looked for among ${queries.texts} texts:`,
  table(queries),
  `Of ${above} planted pairs with a Jaccard of 0.5 or more, most of them just above it, MinHash found ${found} (${percent(found, above)}).`,
].join('\n\n');

const file = new URL('../docs/leakage.md', import.meta.url);
const before = readFileSync(file, 'utf8');
const BLOCK = /(<!-- measured leaks -->\n)[\s\S]*?(\n<!-- end of measured leaks -->)/;
if (!BLOCK.test(before)) throw new Error('no block of measured leaks in docs/leakage.md');
const after = before.replace(BLOCK, (_, begin, end) => `${begin}\n${written}\n${end}`);
if (after !== before && process.argv.includes('--check')) {
  console.error('docs/leakage.md is behind the code: run node scripts/write-leakage-table.js');
  process.exitCode = 1;
} else if (after !== before) writeFileSync(file, after);
