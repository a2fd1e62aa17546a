import { Command, CommanderError, type OutputConfiguration } from 'commander';
import { bounded, InputError, printable, withoutSecrets } from '../core/index.js';
import { packageVersion } from '../platform/node/index.js';
import { type VerbName, verbs } from './commands/index.js';
import { outliveReaders } from './output.js';
import { withReferenceSpellings } from './reference-flags.js';
import { exitCode, report } from './report.js';

/** Runs the command line; sets the exit code: 0 done, 1 the work failed or a gate did not hold, 2 bad usage or input. */
export const main = async (argv: readonly string[]): Promise<void> => {
  outliveReaders();
  try {
    const words = withReferenceSpellings(argv.slice(2));
    const program = await programFor(words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) report(error, process.env);
    process.exitCode = exitCode(error);
  }
};

/** The program with the options of the verb that is called; the other verbs are only named, so they cost nothing. */
const programFor = async (words: readonly string[]): Promise<Command> => {
  const program = new Command('r2med')
    .description(
      'Reasoning-driven medical retrieval: run systems on R2MED and score them exactly.\n' +
        'A research tool, not a clinical decision system.',
    )
    .version(packageVersion(), '-V, --version')
    .helpCommand(false)
    // A flag behind a verb or its part belongs to that one alone.
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .configureHelp({ sortSubcommands: false, showGlobalOptions: false })
    .addHelpText('after', FIRST_STEPS)
    .hook('preAction', mustBeSomewhere)
    .exitOverride();
  const called = words.find((word) => !word.startsWith('-'));
  for (const [name, [summary, load]] of Object.entries(verbs)) {
    const command = name === called ? (await load()).command() : new Command();
    program.addCommand(command.name(name).summary(summary).description(summary).exitOverride());
  }
  return printingSafely(program);
};

/** Every relative path would fail later, and say less. */
const mustBeSomewhere = (): void => {
  try {
    process.cwd();
  } catch (cause) {
    throw new InputError(
      {
        found: 'a working folder that was deleted or moved away',
        expected: 'a folder that is there: names of files and folders are taken from it',
        fix: 'go to another folder (cd), then call again',
      },
      { cause },
    );
  }
};

/** Commander prints help and its own errors, which repeat what was typed: through the same cleaner as all else. */
const printingSafely = (command: Command): Command => {
  for (const part of command.commands) printingSafely(part);
  const { writeOut, writeErr } = command.configureOutput() as Required<OutputConfiguration>;
  return command.configureOutput({
    writeOut: (text) => writeOut(printable(text)),
    writeErr: (text) => writeErr(printable(bounded(withoutSecrets(text), LONGEST_ERROR))),
  });
};

/** An argument may have a hundred thousand characters. */
const LONGEST_ERROR = 4000;

const FIRST_STEPS = `
First steps:
  $ r2med run --suite sample --retriever bm25         the sample suite, offline
  $ r2med run --task Biology --retriever bm25         a task of R2MED
  $ r2med run --data my-folder --retriever bm25       your own task
  $ r2med eval --judgements qrels.txt --run run.trec  score any run file
  $ r2med <verb> --help                               flags and examples`;

export { runToTheEnd } from './ending.js';
export type { VerbName };
