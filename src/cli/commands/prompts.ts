import type { Command } from 'commander';
import { importReference, openPrompts, pythonFiles, writePrompts } from '../../models/prompts/index.js';
import { type FlagValues, part, pick, required, text, verb } from '../flags/index.js';
import { printJson, printLine } from '../output.js';

export const prompts = (): Command =>
  verb()
    .addHelpText(
      'after',
      `
  $ git clone https://github.com/R2MED/R2MED
  $ r2med prompts import --from R2MED/src --out r2med-prompts
  $ r2med generate --method query2doc --llm gpt4 --task Biology \\
      --prompts r2med-prompts`,
    )
    .addCommand(importing());

const FLAGS = {
  ...pick('from out llm json'),
  from: required(text('<folder>', 'folder with the Python files of a clone of R2MED/R2MED')),
  out: required(text('<folder>', 'folder to write prompt templates to; new or empty')),
  llm: text('<name>', 'LLM of the prompts: sky-32b has a separate system message'),
};

type ImportFlags = FlagValues<typeof FLAGS>;

const SUMMARY = 'make a prompts folder from your clone of the reference implementation';

const importing = (): Command =>
  part('import', SUMMARY, FLAGS)
    .addHelpText(
      'after',
      `
Reads the prompts of hyde, query2doc (with its examples) and lamer for the
eight tasks, and the prompt of the judge. The Python files are read as text and
never run. Use the folder with --prompts of generate, run and judge; records
name its origin.`,
    )
    .action(async (flags: ImportFlags) => {
      const imported = importReference(pythonFiles(flags.from), { ...(flags.llm && { llm: flags.llm }) });
      const files = Object.keys(imported.from);
      const origin = `the R2MED reference's own (${files.join(', ')})`;
      await writePrompts(flags.out, imported, origin);
      // Opened once, so that what generate would refuse is refused now.
      openPrompts({ folder: flags.out });
      if (flags.json) return printJson({ ...imported, origin, folder: flags.out });
      const names = new Map<string, number>();
      for (const { path } of imported.prompts) {
        const name = path.slice(0, path.lastIndexOf('/'));
        names.set(name, (names.get(name) ?? 0) + 1);
      }
      const lines = [...names].map(
        ([name, count]) => `${name.padEnd(20)} ${count} ${count === 1 ? 'file' : 'files'}`,
      );
      await printLine([...lines, `\nUse them with --prompts ${flags.out}`].join('\n'));
    });
