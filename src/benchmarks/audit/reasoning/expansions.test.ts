import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { expanderOf, readExpansions } from './expansions.js';

const folder = mkdtempSync(join(tmpdir(), 'r2med-expansions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

const MI = [
  ['MI', ['myocardial infarction', 'heart attack']],
  ['kidney', ['renal']],
];

describe('readExpansions', () => {
  it.each([
    ['table.tsv', 'term\texpansion\nMI\tmyocardial infarction\theart attack\nkidney\trenal\n'],
    ['table.csv', 'MI,"myocardial infarction",heart attack\n\nkidney,renal,\n'],
    ['rows.csv', '\ufeffMI,myocardial infarction\r\nkidney,renal\r\nMI,heart attack\r\n'],
    ['table.json', '{ "MI": ["myocardial infarction", "heart attack"], "kidney": "renal" }'],
  ])('reads %s', async (name, text) => {
    expect([...(await readExpansions(written(name, text)))]).toEqual(MI);
  });

  it.each([
    [
      'alone.csv',
      'MI,myocardial infarction\nCOPD\n',
      'alone.csv:2: "COPD"; expected a term and at least one expansion',
    ],
    ['signs.tsv', 'MI\t--\n', 'signs.tsv:1: "--"'],
    ['quote.csv', 'MI,"heart\n', 'quote.csv:1: a quoted field that does not end'],
    ['empty.tsv', '\n', 'empty.tsv: no terms'],
    ['list.json', '[]', 'list.json:1: JSON that is not an object'],
    ['twice.json', '{\n "MI": "a",\n "MI": "b" }', 'twice.json:3: the term "MI" twice'],
    ['number.json', '{\n "MI": [1] }', 'number.json:2: "MI" with something else than texts'],
    ['broken.json', '{ "MI": ', 'broken.json:1'],
  ])('names file and line of what is wrong in %s', async (name, text, message) => {
    await expect(readExpansions(written(name, text))).rejects.toThrow(message);
  });

  it('keeps a term that is the name of what every object inherits', async () => {
    const file = written('proto.json', '{ "__proto__": ["ancestor"], "constructor": "builder" }');
    expect([...(await readExpansions(file))]).toEqual([
      ['__proto__', ['ancestor']],
      ['constructor', ['builder']],
    ]);
  });
});

describe('expanderOf', () => {
  const expand = expanderOf(
    new Map([
      ['MI', ['myocardial infarction']],
      ['IT', ['intrathecal']],
      ['heart attack', ['myocardial infarction', 'coronary']],
    ]),
  );

  it('adds the expansions of terms, each once', () => {
    expect(expand('Heart  attack or MI?')).toBe('Heart  attack or MI? myocardial infarction coronary');
  });

  it('finds whole words only', () => {
    expect(expand('MIX of heart and attack')).toBeUndefined();
  });

  it('tells an abbreviation in capitals from the same letters in lower case', () => {
    expect(expand('it was given')).toBeUndefined();
    expect(expand('given IT')).toBe('given IT intrathecal');
  });
});
