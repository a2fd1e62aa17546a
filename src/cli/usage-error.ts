import type { CommanderError } from 'commander';
import { InputError, type InputProblem, nearest, own } from '../core/index.js';

/** What is between two marks: the first `start`, and the last `end` behind it. */
const between = (text: string, start: string, end: string): string => {
  const from = text.indexOf(start) + start.length;
  const to = text.lastIndexOf(end);
  return to < from ? '' : text.slice(from, to);
};

const flagOf = (flags: string): string => flags.split(' ', 1)[0]!;

/** What commander says in each case, as a problem with a fix. `help`: the call that explains the verb. */
const PROBLEMS: Readonly<
  Record<
    string,
    (
      said: string,
      help: string,
    ) => Required<Omit<InputProblem, 'at' | 'expected'>> & { readonly expected?: string }
  >
> = {
  'commander.unknownOption': (said, help) => ({
    found: `unknown flag ${between(said, "'", "'")}`,
    fix: `${help} lists the flags`,
  }),
  'commander.unknownCommand': (said) => ({
    found: `unknown verb "${between(said, "'", "'")}"`,
    fix: 'r2med --help lists the verbs',
  }),
  'commander.missingArgument': (said, help) => {
    const name = `<${between(said, "'", "'")}>`;
    return { found: `no ${name}`, expected: `${name} after the verb`, fix: `${help} shows examples` };
  },
  'commander.missingMandatoryOptionValue': (said) => {
    const flags = between(said, "'", "'");
    return { found: `no ${flagOf(flags)}`, fix: `add ${flags}` };
  },
  'commander.optionMissingArgument': (said) => {
    const flags = between(said, "'", "'");
    return { found: `${flagOf(flags)} without a value`, fix: `write ${flags}` };
  },
  'commander.invalidArgument': invalid,
  'commander.excessArguments': (said, help) => ({
    found: `too many arguments${said.slice(said.indexOf('. '))}`,
    fix: `put a text that holds spaces in quotes; ${help} shows what is taken`,
  }),
};

const CHOICES = 'Allowed choices are ';

/** `option '--depth <n>' argument 'x' is invalid. expected …`, or `command-argument value 'x' is invalid for argument 'format'. …`. */
function invalid(said: string): ReturnType<(typeof PROBLEMS)[string]> {
  const end = said.lastIndexOf("' is invalid");
  const rest = said.slice(said.indexOf('. ', end) + 2, -1);
  const head = said.slice(0, end);
  const flags = head.startsWith("option '") ? between(head, "'", "' argument '") : '';
  const value = head.slice(head.indexOf(flags ? "' argument '" : "value '") + (flags ? 12 : 7));
  if (!rest.startsWith(CHOICES)) {
    const expected = rest.replace(/^expected /, '');
    return { found: `${flagOf(flags)} ${value}`, expected, fix: `write ${flags}, with ${expected}` };
  }
  const names = rest.slice(CHOICES.length).split(', ');
  const near = nearest(value.slice(0, 100), names);
  const flag = flagOf(flags);
  return {
    found: `${flag} "${value}"`.trim(),
    expected: `one of ${names.join(', ')}`,
    fix: near ? `did you mean "${near}"?` : `write ${`${flag} ${names[0]}`.trim()}`,
  };
}

/** An error of commander in our words. */
export const usageError = ({ code, message }: CommanderError, help: string): InputError => {
  const [said = '', hint] = message.replace(/^error: /, '').split('\n(Did you mean ');
  const problem = own(PROBLEMS, code)?.(said, help) ?? {
    found: said,
    fix: `${help} shows flags and examples`,
  };
  return new InputError(hint ? { ...problem, fix: `did you mean ${hint.slice(0, -1)}` } : problem);
};
