import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { splitCommand } from './split-command.js';

describe('a command', () => {
  it.each([
    ['python3 embed.py', ['python3', 'embed.py']],
    ['  python3\t embed.py \n', ['python3', 'embed.py']],
    [`run 'two words' "two words" two\\ words`, ['run', 'two words', 'two words', 'two words']],
    [`run --name="a b"'c d'e`, ['run', '--name=a bc de']],
    [`run "say \\"hi\\" \\n \\\\" 'it is \\'`, ['run', 'say "hi" \\n \\', 'it is \\']],
    [`run '' ""`, ['run', '', '']],
    ['run $HOME `date` *.py ~ $(ls) a|b', ['run', '$HOME', '`date`', '*.py', '~', '$(ls)', 'a|b']],
    [`run '|' \\> ">>"`, ['run', '|', '>', '>>']],
    ['run 関節 é\u2028x', ['run', '関節', 'é\u2028x']],
    ['run ends\\', ['run', 'ends\\']],
  ])('%s', (command, words) => {
    expect(splitCommand(command)).toEqual(words);
  });

  it.each(['|', '||', '&&', '&', ';', '>', '2>', '<'])(
    'with a bare %s is refused, because no shell reads it',
    (word) => {
      expect(() => splitCommand(`cat x ${word} wc`)).toThrow(InputError);
      expect(() => splitCommand(`cat x ${word} wc`)).toThrow(`"${word}" in the command`);
    },
  );

  it.each([`run 'x`, `run "x`, `run "x\\"`, `'`])('with an open quote is refused: %s', (command) => {
    expect(() => splitCommand(command)).toThrow('not closed');
  });

  it.each(['', '  ', `''`])('without a program is refused: "%s"', (command) => {
    expect(() => splitCommand(command)).toThrow('without a program');
  });

  it('gives back any words that were quoted for a shell', () => {
    const word = fc.string({ unit: 'grapheme' });
    const inSingle = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
    const inDouble = (text: string): string => `"${text.replace(/["\\$`]/g, '\\$&')}"`;
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.boolean())), (words) => {
        const quoted = words.map(([text, single]) => (single ? inSingle(text) : inDouble(text)));
        expect(splitCommand(`run ${quoted.join(' ')}`)).toEqual(['run', ...words.map(([text]) => text)]);
      }),
    );
  });

  it('never fails otherwise than as bad input', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`ab '"\\|>\n$`) }), (command) => {
        try {
          expect(splitCommand(command)[0]).not.toBe('');
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });
});
