// What the commands and the example of README.md print, by running them. test/house/readme.test.ts checks it too.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs the file in a folder where nothing was run before. */
const inFreshFolder = (root, work) => {
  const cwd = mkdtempSync(join(tmpdir(), 'r2med-readme-'));
  try {
    for (const folder of ['data', 'examples']) symlinkSync(join(root, folder), join(cwd, folder));
    const env = { PATH: process.env.PATH, HOME: cwd, R2MED_HOME: join(cwd, 'home') };
    return work((args) => execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8' }));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
};

const printedBy = (block, root, node) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => part.split('\n', 1)[0])
    .map((line) => {
      const words = line.match(/"[^"]*"|\S+/g).map((word) => word.replace(/^"|"$/g, ''));
      return `$ ${line}\n${node([join(root, 'bin', 'r2med.js'), ...words.slice(1)]).trim()}\n`;
    })
    .join('');

/** A package may import itself by name from within its own folder. */
const runExample = (example, root, node) => {
  const folder = join(root, 'dist', '.readme');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, 'example.js'), example);
    return node([join(folder, 'example.js')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export const write = ({ read, root }) =>
  inFreshFolder(root, (node) => {
    const example = read('examples/first-steps.ts');
    const page = read('README.md')
      .replace(
        /^```console\n([\s\S]*?)^```/gm,
        (_, block) => `\`\`\`console\n${printedBy(block, root, node)}\`\`\``,
      )
      .replace(
        /^```ts\n[\s\S]*?^```\n\nprints\n\n```text\n[\s\S]*?^```/m,
        () => `\`\`\`ts\n${example}\`\`\`\n\nprints\n\n\`\`\`text\n${runExample(example, root, node)}\`\`\``,
      );
    return { 'README.md': page };
  });
