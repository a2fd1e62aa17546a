// What the `console` blocks of the pages in docs/ print: each page is run from its first line to its last in an empty folder. Standard output is shown; an
// exit code other than 0 is an error, unless the line ends with `|| echo …`, which shows it. A block after `<!-- file NAME -->` is written as that file.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** A block, with the file that it is. */
const BLOCK = /^(?:<!-- file (\S+) -->\n\n)?```(\w+)\n([\s\S]*?)^```/gm;
const FOLDERS = ['data', 'examples', 'experiments', 'schema'];

export const write = async ({ read, root }) => {
  const waiting = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((page) => /^```console$/m.test(read(page)))
    .sort();
  const texts = {};
  const work = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift())
      texts[page] = await withOutput(page, read(page), root);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return texts;
};

const withOutput = async (page, text, root) => {
  const cwd = mkdtempSync(join(tmpdir(), 'r2med-page-'));
  try {
    const programs = join(cwd, '.bin');
    mkdirSync(programs);
    const program = join(programs, 'r2med');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin', 'r2med.js')}" "$@"\n`);
    chmodSync(program, 0o755);
    // A page that imports the package finds it as a user's folder does.
    mkdirSync(join(cwd, 'node_modules'));
    symlinkSync(root, join(cwd, 'node_modules', 'r2med'));
    for (const folder of FOLDERS) symlinkSync(join(root, folder), join(cwd, folder));
    const PATH = [programs, process.env.PATH].join(delimiter);
    const env = { PATH, HOME: cwd, R2MED_HOME: join(cwd, '.home') };
    let written = '';
    let end = 0;
    for (const { 0: block, 1: file, 2: language, 3: content, index } of text.matchAll(BLOCK)) {
      if (file) writeFileSync(join(cwd, file), content);
      if (language !== 'console') continue;
      let shown = '';
      for (const line of content
        .split(/^\$ /m)
        .slice(1)
        .map((call) => call.split('\n', 1)[0])) {
        const { stdout } = await promisify(execFile)('bash', ['-c', line], { cwd, env }).catch((error) => {
          throw new Error(`${page}: ${error.message}`);
        });
        const printed = stdout.replace(/[ \t]+$/gm, '').trim();
        shown += `$ ${line}\n${printed}${printed && '\n'}`;
      }
      written += `${text.slice(end, index)}\`\`\`console\n${shown}\`\`\``;
      end = index + block.length;
    }
    return written + text.slice(end);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
};
