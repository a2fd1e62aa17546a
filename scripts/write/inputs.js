// The tables of docs/background/inputs.md: limits from the code that keeps them, figures of the long runs of the fuzzer.
import { tsImport } from 'tsx/esm/api';

const { LIMITS, limitText } = await tsImport('../../src/core/limits.ts', import.meta.url);

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const counted = (number) => number.toLocaleString('en');

/** Readers of one kind are one row: `run json`, `run trec`. */
const figures = ({ seeds, inputs, blocks, readers }) => {
  const seedText = `seed${seeds.length > 1 ? 's' : ''} ${seeds.join(', ')}`;
  const tried = `${counted(inputs)} inputs for ${readers.length} readers with ${seedText}; ${counted(blocks)} blocks reached by the run that reached most.`;
  const rows = readers.map(({ name, inputs, values = 0, again = 0, reached = 0, possible = 0 }) => [
    name,
    counted(inputs),
    counted(values),
    again > 0 ? counted(again) : '',
    `${counted(reached)} of ${counted(possible)}`,
  ]);
  return `${tried}\n\n${table(['Reader', 'Inputs', 'Read as a value', 'Written and read again', 'Blocks reached, of those in its files'], rows)}`;
};

const block = (text, name, content) =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- end of ${name} -->)`),
    (_, begin, end) => begin + content + end,
  );

export const write = async ({ read }) => {
  const limits = table(
    ['What arrives or expands', 'At most'],
    Object.values(LIMITS).map((limit) => [limit.what, limitText(limit)]),
  );
  const page = block(read('docs/background/inputs.md'), 'limits', limits);
  return {
    'docs/background/inputs.md': block(page, 'figures', figures(JSON.parse(read('test/fuzz/figures.json')))),
  };
};
