import { readFileSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { dataPath } from '../../platform/node/index.js';
import { completions, type VerbTable } from '../completion/completions.js';
import { verb } from '../flags/index.js';
import { printLine, printText } from '../output.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** The table of verbs is handed over: it names this verb too. */
export const completionCommand = (verbs: VerbTable): Command =>
  verb()
    .addArgument(new Argument('<shell>', 'shell that reads the script').choices(SHELLS))
    .argument('[words...]', 'what was typed after r2med, to complete the last word of it')
    .action(async (shell: Shell, words: readonly string[]) => {
      if (words.length === 0) return printText(readFileSync(dataPath(`completion/r2med.${shell}`), 'utf8'));
      const found = await completions(words, verbs);
      if (found.length > 0)
        await printLine(found.map(([name, help]) => lineFor(shell, name, help)).join('\n'));
    });

/** A name as a shell takes it; zsh and fish show what it means. */
const lineFor = (shell: Shell, name: string, help: string): string => {
  if (shell === 'bash' || help === '') return shell === 'zsh' ? escaped(name) : name;
  return shell === 'zsh' ? `${escaped(name)}:${help}` : `${name}\t${help}`;
};

const escaped = (name: string): string => name.replaceAll(':', '\\:');
