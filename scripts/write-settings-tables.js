// Writes the tables of settings in docs/ from what stages declare: a block between `<!-- settings: listwise, setwise -->` and
// `<!-- end of settings -->` lists the settings of these stages. `--check` writes nothing and fails where a table is behind.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const { declaredStages } = await tsImport('../src/experiment/systems/stage-settings.ts', import.meta.url);
const stages = declaredStages();

const code = (text) => `\`${text}\``;

const row = (setting, { help, choices, default: usual }) => {
  const others = choices?.filter((choice) => choice !== usual).map(code);
  const also = others?.length ? `; ${usual === undefined ? '' : 'or '}${others.join(', ')}` : '';
  return [code(setting), usual === undefined ? '' : code(usual), help + also];
};

const rowsOf = (name) => {
  if (!Object.hasOwn(stages, name)) throw new Error(`no stage "${name}": ${Object.keys(stages).join(', ')}`);
  return Object.entries(stages[name].settings).map(([setting, declared]) => [
    code(name),
    ...row(setting, declared),
  ]);
};

const line = (cells) => `| ${cells.join(' | ')} |`.replaceAll('  ', ' ');

/** The name of the only stage stands above its table already. */
const table = (names) => {
  const rows = names.flatMap(rowsOf);
  const from = names.length > 1 ? 0 : 1;
  const head = ['Stage', 'Setting', 'Default', 'Meaning'];
  return [head, head.map(() => '---'), ...rows].map((cells) => line(cells.slice(from))).join('\n');
};

const BLOCK = /(<!-- settings: (.*?) -->\n)[\s\S]*?(\n<!-- end of settings -->)/g;

const folder = new URL('../docs/', import.meta.url);
let tables = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith('.md'))) {
  const file = new URL(name, folder);
  const before = readFileSync(file, 'utf8');
  const after = before.replace(BLOCK, (_, begin, names, end) => {
    tables += 1;
    return begin + table(names.split(', ')) + end;
  });
  if (after === before) continue;
  if (!process.argv.includes('--check')) writeFileSync(file, after);
  else {
    console.error(`docs/${name} is behind the code: run node scripts/write-settings-tables.js`);
    process.exitCode = 1;
  }
}
if (tables === 0) throw new Error('no table of settings in docs/');
