// What the commands of docs/tutorial-*.md and docs/library.md print, by running each page from its first line to its last in an empty folder. Standard output is shown; an exit code other than 0 is an
// error, unless the line ends with `|| echo …`, which shows it.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export const write = ({ read, root }) =>
  Object.fromEntries(
    readdirSync(join(root, 'docs'))
      .filter((name) => /^(tutorial-.*|library)\.md$/.test(name))
      .map((name) => [`docs/${name}`, withOutput(read(`docs/${name}`), root)]),
  );

const withOutput = (page, root) => {
  const cwd = mkdtempSync(join(tmpdir(), 'r2med-tutorial-'));
  try {
    const programs = join(cwd, '.bin');
    mkdirSync(programs);
    const program = join(programs, 'r2med');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin', 'r2med.js')}" "$@"\n`);
    chmodSync(program, 0o755);
    // A page that imports the package finds it as a user's folder does.
    mkdirSync(join(cwd, 'node_modules'));
    symlinkSync(root, join(cwd, 'node_modules', 'r2med'));
    for (const folder of ['data', 'examples']) symlinkSync(join(root, folder), join(cwd, folder));
    const PATH = [programs, process.env.PATH].join(delimiter);
    const env = { PATH, HOME: cwd, R2MED_HOME: join(cwd, '.home') };
    const run = (line) =>
      execFileSync('bash', ['-c', line], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return page.replace(
      /^(?:<!-- file (\S+) -->\n\n)?```(\w+)\n([\s\S]*?)^```/gm,
      (block, file, language, text) => {
        if (file) writeFileSync(join(cwd, file), text);
        if (language !== 'console') return block;
        const calls = text.split(/^\$ /m).slice(1);
        const shown = calls.map((call) => {
          const line = call.split('\n', 1)[0];
          const printed = run(line).trim();
          return `$ ${line}\n${printed}${printed && '\n'}`;
        });
        return `\`\`\`console\n${shown.join('')}\`\`\``;
      },
    );
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
};
