import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownText } from '../../core/index.js';
import { type Spare, table } from './table.js';

/** A table of columns that are written out, its text as a file holds it. */
const written = (...columns: readonly (readonly [string, readonly string[], 'left'?])[]) => {
  const made = table(
    columns[0]?.[1].map((_, row) => row) ?? [],
    columns.map(([heading, cells, align]) =>
      align ? [heading, (row: number) => cells[row], align] : [heading, (row: number) => cells[row]],
    ),
  );
  return { ...made, text: (width: number, spare?: Spare) => shownText(made.text(width, spare), false) };
};

describe('a table as text', () => {
  it('aligns names left and numbers right', () => {
    const text = written(['system', ['bm25', 'lsa'], 'left'], ['mean', ['15.12', '9.00']]).text(80);
    expect(text).toBe(['system   mean', '──────  ─────', 'bm25    15.12', 'lsa      9.00'].join('\n'));
  });

  it('aligns by what a terminal shows: wide signs, marks over letters, and escapes for what it would obey', () => {
    const text = written(
      ['id', ['発熱', 'cafe\u0301', 'a\nb', '\u001b'], 'left'],
      ['n', ['1', '2', '3', '4']],
    ).text(80);
    expect(text.split('\n').slice(2)).toEqual(['発熱    1', 'cafe\u0301    2', 'a\\nb    3', '\\u{1b}  4']);
  });

  it('breaks into blocks that repeat the first column when it is too wide', () => {
    const text = written(['name', ['a'], 'left'], ['first', ['1']], ['second', ['2']]).text(12);
    expect(text.split('\n\n')).toHaveLength(2);
    expect(text.split('\n\n')[1]).toBe(['name  second', '────  ──────', 'a          2'].join('\n'));
  });

  it('is never wider than the screen as long as two columns fit, and loses no cell', () => {
    const names = fc.array(fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(names, fc.integer({ min: 18, max: 80 }), (headings, width) => {
        const text = written(
          ['system', ['x'], 'left'],
          ...headings.map((heading, i) => [heading, [`${i}`]] as const),
        ).text(width);
        for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
        headings.forEach((_, i) => {
          expect(text).toMatch(new RegExp(`(^|\\s)${i}(\\s|$)`));
        });
      }),
    );
  });

  it('leaves out spare columns and names them where blocks would fill more than a screen', () => {
    const many = (text: string): readonly string[] => Array.from({ length: 20 }, () => text);
    const shown = written(
      ['name', many('a'), 'left'],
      ['mean', many('1')],
      ['first', many('2')],
      ['second', many('3')],
    );
    const spare = { headings: ['second', 'first'], flag: '--all' };
    expect(shown.text(16, spare).split('\n')).toEqual([
      ...['name  mean', '────  ────', ...many('a        1'), ''],
      '16 columns have no room for first, second: --all shows all',
    ]);
    expect(shown.text(16).split('\n\n')).toHaveLength(3);
    expect(shown.text(80, spare).split('\n')).toHaveLength(22);
  });

  it('cuts names that leave no room for another column', () => {
    const text = written(['system', ['hyde(sample-writer) > bm25'], 'left'], ['mean', ['15.12']]).text(20);
    expect(text.split('\n')[2]).toBe('hyde(sample-…  15.12');
  });

  it('colours cells, and not the space around them', () => {
    const text = table(
      [1],
      [
        ['a', () => 'x', 'left', () => 'good'],
        ['long', (n) => n],
      ],
    ).text(80);
    expect(shownText(text, true).split('\n')[2]).toBe('\u001b[32mx\u001b[39m     1');
  });

  it('of nothing is nothing', () => {
    expect(written().text(80)).toBe('');
  });
});

describe('a table as Markdown', () => {
  it('is a table with its alignment', () => {
    expect(written(['task', ['Biology', 'all'], 'left'], ['queries', ['103', '']]).markdown()).toBe(
      ['| task | queries |', '| --- | ---: |', '| Biology | 103 |', '| all |  |'].join('\n'),
    );
  });

  it('escapes what would end a cell or become markup', () => {
    const cells = ['<img>', 'x\ny', '[l](u)', '`c` *e* _u_ \\'];
    expect(written(['a|b', cells, 'left']).markdown()).toBe(
      [
        '| a\\|b |',
        '| --- |',
        '| \\<img\\> |',
        '| x y |',
        '| \\[l\\](u) |',
        '| \\`c\\` \\*e\\* \\_u\\_ \\\\ |',
      ].join('\n'),
    );
  });
});

it('gives text, Markdown and CSV of the same columns; one that is false is in none', () => {
  const shown = table(
    [{ name: 'a,b', score: 0.125 }, { name: 'c' }],
    [['name', ({ name }) => name, 'left'], false, ['score', ({ score }) => score]],
  );
  expect(shownText(shown.text(80), false)).toBe(
    ['name  score', '────  ─────', 'a,b   0.125', 'c'].join('\n'),
  );
  expect(shown.markdown().split('\n')[2]).toBe('| a,b | 0.125 |');
  expect(shown.csv()).toBe('name,score\r\n"a,b",0.125\r\nc,\r\n');
});
