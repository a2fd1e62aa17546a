import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** What the commands in the `console` blocks of docs/audit.md print. */
export const write = ({ read, root }) => ({
  'docs/audit.md': read('docs/audit.md').replace(
    /^(```console\n\$ r2med (.*)\n)[\s\S]*?^```/gm,
    (_, begin, words) => {
      const printed = execFileSync(process.execPath, [join(root, 'bin/r2med.js'), ...words.split(' ')], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return `${begin}${printed}\`\`\``;
    },
  ),
});
