import type { Command } from 'commander';
import { pick, verb } from '../flags/index.js';

/** Each part of the verb is a file of `../build`, loaded when the verb is called. */
export const build = async (): Promise<Command> => {
  const { buildSteps, listSteps } = await import('../build/steps.js');
  const { buildStatus } = await import('../build/status.js');
  const { buildAll } = await import('../build/all.js');
  const command = verb(pick('json'))
    .addHelpText(
      'after',
      `
Each step reads and writes JSON lines in the folder --work. Without a step the
steps and their files are printed. docs/build.md explains each.

  $ r2med build
  $ r2med build collect --mapping exam.yaml
  $ r2med build classify --llm gpt4 --dry-run
  $ r2med build classify --llm gpt4 --budget 1
  $ r2med build classify --answers answers.jsonl
  $ r2med build all --plan plan.yaml --dry-run
  $ r2med build status`,
    )
    // A word that is no step gets the names of all, rather than a count of arguments.
    .allowExcessArguments()
    // --json behind a step is the step's.
    .enablePositionalOptions()
    .action((flags: { readonly json?: boolean }, { args: [step] }: Command) => listSteps(flags, step));
  for (const part of [...buildSteps(), buildAll(), buildStatus()]) command.addCommand(part);
  return command;
};
