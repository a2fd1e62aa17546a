import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { delimitedReader } from './index.js';

interface Case {
  readonly separator: ',' | '\t';
  readonly text: string;
  readonly rows: readonly (readonly string[])[];
}

const cases = JSON.parse(
  readFileSync(new URL('../../../test/golden/python-csv/cases.json', import.meta.url), 'utf8'),
) as readonly Case[];

/** As whoever reads a file hands its lines over: without their ends, and without an empty one behind the last. */
const parsed = (text: string, separator: ',' | '\t') => {
  const reader = delimitedReader('table.csv', separator);
  const lines = text.replace(/\n$/, '').split('\n');
  const records = lines.flatMap((line, i) => reader.add(line, i + 1) ?? []);
  reader.finish();
  return records;
};

const problemOf = (text: string) => {
  try {
    parsed(text, ',');
  } catch (error) {
    if (error instanceof InputError) return error.details;
  }
  throw new Error('no InputError');
};

describe('comma- and tab-separated values', () => {
  it.each(cases)('are read as Python reads them: $text', ({ separator, text, rows }) => {
    expect(parsed(text, separator).map(({ cells }) => cells)).toEqual(rows);
  });

  it('say in which line a record begins', () => {
    expect(parsed('a,"b\n\nc"\nd,e', ',').map(({ line }) => line)).toEqual([1, 4]);
  });

  it.each([
    ['a,b\nc,"d" e\n', 2, '" e" behind the closing quote'],
    ['a,b\nc,"d\ne,f\n', 2, 'a quoted field that does not end'],
    [`a,"${'\n'.repeat(20_000)}`, 1, 'a quoted field of more than 10,000 lines'],
  ])('are refused with line and fix where a quote is out of place: %j', (text, line, found) => {
    const problem = problemOf(text);
    expect(problem.at).toEqual({ file: 'table.csv', line });
    expect(problem.found).toContain(found);
    expect(problem.fix).toContain('in double quotes');
  });

  it('of any kind are read or refused, and what is read is what quoting everything gives', () => {
    const text = fc.array(fc.constantFrom('a', '"', ',', '\n', ' ', '\t')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (table) => {
        let records: ReturnType<typeof parsed>;
        try {
          records = parsed(table, ',');
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          return;
        }
        const again = records
          .map(({ cells }) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
          .join('\n');
        if (records.length > 0)
          expect(parsed(again, ',').map(({ cells }) => cells)).toEqual(records.map(({ cells }) => cells));
      }),
      { numRuns: 2000 },
    );
  });
});
