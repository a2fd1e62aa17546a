// Writes what docs/audit.md takes from the code: the table of checks between `<!-- checks -->` and `<!-- end of checks -->`, and what the
// commands of its `console` blocks print (by dist/). `--check` writes nothing and fails where the table is behind; tests run the commands.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';

const { checks } = await tsImport('../src/benchmarks/audit/checks.ts', import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = here('../docs/audit.md');
const onlyCheck = process.argv.includes('--check');

const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = [
  line(['Check', 'Severity', 'Counts', 'What is counted', 'What to do']),
  line(['---', '---', '---', '---', '---']),
  ...checks.map(({ name, severity, unit, definition, fix }) =>
    line([`\`${name}\``, severity, unit, definition.replaceAll('**', '\\*\\*'), fix]),
  ),
].join('\n');

const before = readFileSync(file, 'utf8');
let after = before.replace(
  /(<!-- checks -->\n)[\s\S]*?(\n<!-- end of checks -->)/,
  (_, begin, end) => begin + table + end,
);
if (!onlyCheck)
  after = after.replace(/^(```console\n\$ r2med (.*)\n)[\s\S]*?^```/gm, (_, begin, words) => {
    const printed = execFileSync(process.execPath, [here('../bin/r2med.js'), ...words.split(' ')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return `${begin}${printed}\`\`\``;
  });
if (after !== before) {
  if (!onlyCheck) writeFileSync(file, after);
  else {
    console.error('docs/audit.md is behind the code: run node scripts/write-audit-docs.js');
    process.exitCode = 1;
  }
}
