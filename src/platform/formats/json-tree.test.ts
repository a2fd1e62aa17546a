import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError, type Json } from '../../core/index.js';
import { isBranch, isLeaf, type JsonTree, parseJsonTree } from './json-tree.js';

const FILE = 'run.json';

/** The value a tree represents, as JSON.parse gives it; lists come back empty. */
const plainOf = (tree: JsonTree): Json => {
  if (isBranch(tree)) return Object.fromEntries(tree.entries.map(([key, inner]) => [key, plainOf(inner)]));
  return isLeaf(tree) ? tree.value : [];
};

const withoutListItems = (value: Json): Json => {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutListItems(inner)]));
};

describe('parseJsonTree', () => {
  it('keeps keys that come twice or look like numbers in file order', () => {
    expect(parseJsonTree('{"b": 1, "2": 2, "b": 3}', FILE)).toEqual({
      line: 1,
      entries: [
        ['b', { line: 1, value: 1 }],
        ['2', { line: 1, value: 2 }],
        ['b', { line: 1, value: 3 }],
      ],
    });
  });

  it('knows the line of every part', () => {
    expect(parseJsonTree('{\n"q": {\r\n"d":\n\n 1.5}}', FILE)).toEqual({
      line: 1,
      entries: [['q', { line: 2, entries: [['d', { line: 5, value: 1.5 }]] }]],
    });
  });

  it('reads what JSON.parse reads, however it is spaced', () => {
    const spacing = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(fc.jsonValue(), spacing, (value, space) => {
        const text = JSON.stringify(value, null, space);
        // A key "__proto__" is an ordinary one in both, but not in an object literal made from entries.
        fc.pre(!text.includes('__proto__'));
        expect(plainOf(parseJsonTree(text, FILE))).toEqual(withoutListItems(JSON.parse(text) as Json));
      }),
    );
  });

  it('reads Python’s NaN and infinities, so that the reader can name their document', () => {
    expect(parseJsonTree('{"a": NaN, "b": -Infinity}', FILE)).toMatchObject({
      entries: [
        ['a', { value: Number.NaN }],
        ['b', { value: Number.NEGATIVE_INFINITY }],
      ],
    });
  });

  it('counts lists', () => {
    expect(parseJsonTree('[[], [1, "a"], {}]', FILE)).toEqual({ line: 1, length: 3 });
  });

  it.each([
    ['{"a": 1', 1, 'the end of the file', '"," or "}"'],
    ['{\n"a" 1}', 2, '"1}"', '":"'],
    ['{"a": 1,\n}', 2, '"}"', 'a string in double quotes'],
    ['{"a": 1}\n{"b": 2}', 2, '"{\\"b\\": 2}"', 'the end of the file, after one value'],
    ['{"a": .5}', 1, '".5}"', 'a value'],
    ['{"a\n": 5}', 1, '"\\"a"', 'a string in double quotes on one line'],
    ['{"a": "\\x"}', 1, '"\\"\\\\x\\"}"', 'a valid escape'],
    ['{"a": "b', 1, '"\\"b"', 'a string in double quotes on one line'],
    ['{"a": "b\\', 1, '"\\"b\\\\"', 'a string in double quotes on one line'],
    ["{'a': 1}", 1, '"\'a\': 1}"', 'a string in double quotes'],
    ['', 1, 'the end of the file', 'a value'],
    ['[1 2]', 1, '"2]"', '"," or "]"'],
  ])('refuses %j', (text, line, found, expected) => {
    const error = (() => {
      try {
        return parseJsonTree(text, FILE);
      } catch (thrown) {
        return thrown;
      }
    })() as InputError;
    expect(error).toBeInstanceOf(InputError);
    expect(error.details).toMatchObject({ at: { file: FILE, line }, found, expected: `${expected} of JSON` });
  });

  it('refuses deep nesting before the stack ends', () => {
    expect(() => parseJsonTree('['.repeat(1_000_000), FILE)).toThrow('at most 64 levels');
  });

  it('reads a string of a million characters', () => {
    const long = 'x"\\'.repeat(300_000);
    expect(parseJsonTree(JSON.stringify(long), FILE)).toEqual({ line: 1, value: long });
  });

  it('throws nothing but InputError, whatever the text', () => {
    const fragments = fc.array(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '1', '-', 'e5', '\n', 'NaN', 'tru'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fragments.map((parts) => parts.join('')),
        ),
        (text) => {
          try {
            parseJsonTree(text, FILE);
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
          }
        },
      ),
    );
  });
});
