import type { Command } from 'commander';
import { importReference, openPrompts, pythonFiles, writePrompts } from '../../models/prompts/index.js';
import { type FlagValues, part, pick, required, text, verb } from '../flags/index.js';
import { printJson, printLine } from '../output.js';

export const command = (): Command => verb().addCommand(importing());

const FLAGS = {
  ...pick('from out llm json'),
  from: required(text('<folder>', 'folder with the Python files of a clone of R2MED/R2MED')),
  out: required(text('<folder>', 'folder to write prompt templates to; new or empty')),
  llm: text('<name>', 'LLM of the prompts: sky-32b has a separate system message'),
};

const SUMMARY = 'make a prompts folder from your clone of the reference implementation';

const importing = (): Command =>
  part('import', SUMMARY, FLAGS).action(async (flags: FlagValues<typeof FLAGS>) => {
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
