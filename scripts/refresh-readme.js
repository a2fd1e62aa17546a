// Runs the commands and the example of README.md and writes what they print into the page. test/house/readme.test.ts checks it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = join(root, 'README.md');
const cwd = mkdtempSync(join(tmpdir(), 'r2med-readme-'));
for (const folder of ['data', 'examples']) symlinkSync(join(root, folder), join(cwd, folder));
const env = { PATH: process.env.PATH, HOME: cwd, R2MED_HOME: join(cwd, 'home') };
const node = (args, where = cwd) =>
  execFileSync(process.execPath, args, { cwd: where, env, encoding: 'utf8' });

const call = (line) => {
  const words = line.match(/"[^"]*"|\S+/g).map((word) => word.replace(/^"|"$/g, ''));
  return node([join(root, 'bin', 'r2med.js'), ...words.slice(1)]).trim();
};

const printedBy = (block) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => part.split('\n', 1)[0])
    .map((line) => `$ ${line}\n${call(line)}\n`)
    .join('');

const runExample = (example) => {
  const folder = join(root, 'dist', '.readme');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'example.js'), example);
  const printed = node([join(folder, 'example.js')]);
  rmSync(folder, { recursive: true, force: true });
  return printed;
};

const example = readFileSync(join(root, 'examples', 'first-steps.ts'), 'utf8');
const page = readFileSync(readme, 'utf8')
  .replace(/^```console\n([\s\S]*?)^```/gm, (_, block) => `\`\`\`console\n${printedBy(block)}\`\`\``)
  .replace(
    /^```ts\n[\s\S]*?^```\n\nprints\n\n```\n[\s\S]*?^```/m,
    () => `\`\`\`ts\n${example}\`\`\`\n\nprints\n\n\`\`\`\n${runExample(example)}\`\`\``,
  );
writeFileSync(readme, page);
rmSync(cwd, { recursive: true, force: true });
