import { Command, CommanderError, Option } from 'commander';
import { InputError, styled } from '../core/index.js';
import { packageVersion } from '../platform/node/index.js';
import { briefHelp } from './brief-help.js';
import { chooseColours, WHEN } from './colours.js';
import { type VerbName, verbs } from './commands/index.js';
import { outliveReaders, printLine, printText, screenWidth } from './output.js';
import { mustBeQuoted } from './redirected.js';
import { withReferenceSpellings } from './reference-flags.js';
import { exitCode, report } from './report.js';
import { usageError } from './usage-error.js';
import { inHelpOrder, verbGroup } from './verb-groups.js';

/**
 * Runs the command line; sets the exit code: 0 done, 1 the work failed or a gate did not hold, 2 bad usage or input, 130 interrupted.
 */
export const main = async (argv: readonly string[]): Promise<void> => {
  outliveReaders();
  chooseColours(argv, process.env);
  let help = 'r2med --help';
  try {
    const words = withReferenceSpellings(withHelpVerb(argv.slice(2)));
    const called = words.find((word) => !word.startsWith('-'));
    const program = await programFor(called);
    if (called !== undefined && Object.hasOwn(verbs, called))
      help = `${nameOf(calledBy(program, words))} --help`;
    if (words.length === 0 || isBrief(words)) return await showBrief(program, words);
    await program.parseAsync(words, { from: 'user' });
  } catch (thrown) {
    // Help and the version end by an error too.
    const isDone = thrown instanceof CommanderError && thrown.exitCode === 0;
    const error = thrown instanceof CommanderError && !isDone ? usageError(thrown, help) : thrown;
    if (!isDone) report(error, process.env);
    process.exitCode = isDone ? 0 : exitCode(error);
  }
};

/** `help run` is `run --help`. */
const withHelpVerb = (words: readonly string[]): readonly string[] => {
  if (words[0] !== 'help') return words;
  const named = words.slice(1);
  return named.length === 0 || Object.hasOwn(verbs, named[0]!) ? [...named, '--help'] : named;
};

const isBrief = (words: readonly string[]): boolean => {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? words.length : end).includes('-h');
};

/** The verb that words call, or its part. */
const calledBy = (program: Command, words: readonly string[]): Command => {
  let command = program;
  for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command;
  return command;
};

/** "r2med review findings". */
const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

/** What `-h` asks for; without a word, what can be called. */
const showBrief = async (program: Command, words: readonly string[]): Promise<void> => {
  const command = calledBy(program, words);
  await printLine(
    briefHelp(command, Math.min(screenWidth(), HELP_WIDTH), command === program ? FIRST_STEPS : undefined),
  );
  if (words.length === 0) process.exitCode = 2;
};

/** Wider lines are harder to read. */
const HELP_WIDTH = 100;

/** The program with the options of the verb that is called; the other verbs are only named, so they cost nothing. */
const programFor = async (called: string | undefined): Promise<Command> => {
  const program = new Command('r2med')
    .description(
      'Reasoning-driven medical retrieval: run systems on R2MED and score them exactly.\n' +
        'A research tool, not a clinical decision system.',
    )
    .usage('<verb> [flags]')
    .version(packageVersion(), '-V, --version')
    .helpOption('-h, --help', HELP)
    .addOption(new Option('--color <when>', 'colours: auto, always or never').choices(WHEN))
    .helpCommand(false)
    // A flag behind a verb or its part belongs to that one alone.
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: false, styleTitle: (title) => styled('strong', title) })
    .addHelpText('after', FIRST_STEPS)
    .hook('preAction', mustBeSomewhere)
    .hook('preAction', (_, command) => mustBeQuoted(command.opts()))
    .exitOverride();
  for (const name of inHelpOrder(Object.keys(verbs))) {
    const [summary, load] = verbs[name as VerbName];
    const command = name === called ? (await load()).command() : new Command();
    command.name(name).summary(summary).description(summary).helpGroup(verbGroup(name));
    program.addCommand(command.exitOverride());
  }
  return printingSafely(program);
};

const HELP = 'this help; -h is short';

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

/** Commander prints help by the same way as all else. Its errors are said by `report`. */
const printingSafely = (command: Command): Command => {
  for (const part of command.commands) printingSafely(part.helpOption('-h, --help', HELP));
  return command.configureOutput({ writeOut: (text) => void printText(text), writeErr: () => {} });
};

const FIRST_STEPS = `
First steps:
  $ r2med run --suite sample --retriever bm25         the sample suite, offline
  $ r2med run --task Biology --retriever bm25         a task of R2MED
  $ r2med run --data my-folder --retriever bm25       your own task
  $ r2med eval --judgements qrels.txt --run run.trec  score any run file
  $ r2med help <verb>                                 flags and examples`;

export { runToTheEnd } from './ending.js';
export type { VerbName };
