import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../core/index.js';
import { openTables, type Value } from './tables.js';

const tablesOf = (files: Readonly<Record<string, string>>) => openTables(new Map(Object.entries(files)));
const evaluated = (expression: string): Value => tablesOf({ 'a.py': `x = ${expression}\n` }).value('x');

/** As JSON would have it. */
const plain = (value: Value): unknown => {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [key, plain(each)]));
  return Array.isArray(value) ? value.map(plain) : value;
};

interface Case {
  readonly source: string;
  readonly value?: unknown;
}
const cases = JSON.parse(
  readFileSync(new URL('../../../../test/golden/python-literals/cases.json', import.meta.url), 'utf8'),
) as readonly Case[];

describe('an expression of plain strings', () => {
  it('means what Python says it means', () => {
    expect(cases.length).toBeGreaterThan(400);
    for (const { source, value } of cases)
      if (value !== undefined) expect([source, plain(evaluated(source))]).toEqual([source, value]);
  });

  it('that Python refuses is refused, with file and line', () => {
    for (const { source, value } of cases) {
      if (value !== undefined) continue;
      expect(() => evaluated(source), source).toThrow(InputError);
      expect(() => evaluated(source), source).toThrow(/a\.py:\d+: /);
    }
  });

  it.each([
    ['f"{x}"', 'an f-string or bytes'],
    ["'a' f'b'", 'an f-string or bytes'],
    ["b'a'", 'an f-string or bytes'],
    ["'\\N{BULLET}'", 'a character by its name'],
    ['{k: v for k, v in t.items()}', 'the name k, which no file assigns'],
    ['open("x")', 'the name open, which no file assigns'],
    ["'a' % 'b'", '"%" in a table'],
    ["'{0}'.format('a')", '"a" in a table'],
    ["'{A.b}'.format(A='a')", 'a brace that .format does not take: {A.b}'],
    ["'{B}'.format(A='a')", 'the place {B}, which .format does not fill'],
    ["'a' + ['b']", 'a sum that is not of strings'],
    ["{'a': 'b'}['c']", 'the key "c", which the table does not have'],
    ['y', 'the name y, which no file assigns'],
    ['x', 'x, which is made of itself'],
    ['', 'the end of the statement'],
  ])('%s is not plain', (expression, reason) => {
    expect(() => evaluated(expression)).toThrow(InputError);
    expect(() => evaluated(expression)).toThrow(reason);
  });
});

describe('tables of several files', () => {
  it('find each other by name, the file’s own first', () => {
    const tables = tablesOf({
      'examples.py': 'Example = {"k": "an example"}\nother = "theirs"\n',
      'tables.py':
        'from examples import Example\nother = "ours"\n\nclass A():\n    other = 1\n\ndef f(x):\n  Example = 3\n  return x\n' +
        'all = {\n  "a": "see {E}, {TEXT}".format(E=Example["k"], TEXT="{TEXT}"), # why\n  "b": other}\nall2 = all\n',
    });
    expect(plain(tables.value('all2'))).toEqual({ a: 'see an example, {TEXT}', b: 'ours' });
    expect(tables.placeOf('all')).toMatchObject({ file: 'tables.py', line: 10 });
    expect(() => tables.value('other')).toThrow(
      /tables\.py:2: a second other; the first is at examples\.py:2/,
    );
  });

  it('the last assignment counts, and code around them is passed over', () => {
    const source =
      'import os\nx = "first"\nif x == "first":\n    x = "inner"\nx = "last"; y = 2\nprint(f"{x!r:>{10}}")\nz["k"] = "v"\n@a\nasync def g(): pass\n';
    expect(tablesOf({ 'a.py': source.replaceAll('\n', '\r\n') }).value('x')).toBe('last');
  });

  it('that grow without end are refused', () => {
    const doubling = Array.from({ length: 60 }, (_, i) => `a${i + 1} = a${i} + a${i}`).join('\n');
    expect(() => tablesOf({ 'a.py': `a0 = "x"\n${doubling}\n` }).value('a60')).toThrow(InputError);
    const lists = Array.from({ length: 60 }, (_, i) => `a${i + 1} = [a${i}, a${i}]`).join('\n');
    expect(() => tablesOf({ 'a.py': `a0 = "x"\n${lists}\n` }).value('a60')).toThrow('too many other names');
    expect(() => evaluated(`${'['.repeat(5000)}${']'.repeat(5000)}`)).toThrow('without end');
  });
});

describe('any text at all', () => {
  const piece = fc.constantFrom(
    ...[
      'x',
      ' = ',
      '"',
      "'",
      '"""',
      '\\',
      '\n',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ':',
      ',',
      '+',
      '.format(',
      'TEXT',
      '=',
    ],
    ...[
      'r"',
      'f"',
      'b"',
      '#',
      '\\N{',
      '\\x',
      '\\u00',
      '{TEXT}',
      ' ',
      '\t',
      'é',
      '\ud800',
      '12',
      '0x',
      ';',
      '\\\n',
    ],
  );
  it('is read, or refused as input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          try {
            const tables = tablesOf({ 'a.py': text, 'b.py': `x = ${text}` });
            for (const name of tables.names) {
              try {
                tables.value(name);
              } catch (error) {
                expect(error).toBeInstanceOf(InputError);
              }
            }
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
            expect((error as InputError).details.at).toMatchObject({
              file: expect.any(String),
              line: expect.any(Number),
            });
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
