import type { Command } from 'commander';
import { type VerbName, verbs } from '../../src/cli/commands/index.js';
import { helpAfter } from '../../src/cli/flags/index.js';

/** A call of an example: its words, and what the shell does around it. */
export interface ExampleCall {
  readonly words: readonly string[];
  readonly from?: string;
  readonly input?: string;
  readonly to?: string;
}

/** A verb with its parts, none of which does anything. */
const idleVerb = async (name: string): Promise<Command> => {
  const command = (await verbs[name as VerbName][1]()).command().name(name);
  for (const each of [command, ...command.commands]) each.exitOverride().action(() => {});
  return command;
};

/** The examples of every verb and of its parts, by name. */
export const helpExamples = async (): Promise<
  readonly (readonly [name: string, lines: readonly string[]])[]
> => {
  const found = await Promise.all(Object.keys(verbs).map(idleVerb));
  return found
    .flatMap((command) => [command, ...command.commands])
    .map((command): readonly [string, readonly string[]] => [
      [command.parent?.name(), command.name()].filter(Boolean).join(' '),
      examplesIn(helpAfter(command)),
    ])
    .filter(([, lines]) => lines.length > 0);
};

/** The lines of help that a user may type, without what is said about them; a line that goes on is one. */
const examplesIn = (text: string): readonly string[] =>
  text
    .replace(/\\\n\s+/g, '')
    .split('\n')
    .filter((line) => line.startsWith('  $ '))
    .map((line) => line.slice(4).split(/ {2,}/)[0]!);

/** The calls of r2med in a line, as a shell reads it: quotes, `&&`, `echo … |`, `< file` and `> file`. */
export const callsIn = (line: string): readonly ExampleCall[] =>
  line.split(' && ').flatMap((part) => {
    const [, said, call] = /^(?:echo (\S+) \| )?r2med (.*)$/.exec(part) ?? [];
    if (call === undefined) return [];
    const words = call
      .match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)!
      .map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
    const file = (sign: string): string | undefined =>
      words.includes(sign) ? words.splice(words.indexOf(sign), 2)[1] : undefined;
    const [from, to] = [file('<'), file('>')];
    return [{ words, ...(from && { from }), ...(to && { to }), ...(said && { input: `${said}\n` }) }];
  });

/** Reads the words of a call as the command line does, and does nothing. */
export const parseOnly = async ([name = '', ...words]: readonly string[]): Promise<void> => {
  await (await idleVerb(name)).parseAsync(words, { from: 'user' });
};
