import { describe, expect, it } from 'vitest';
import { type BoardRow, latexTable } from './index.js';

const row = (name: string, mean: number, scores: Record<string, number>): BoardRow => ({
  name,
  source: 'here',
  mean,
  interval: [mean - 0.1, mean + 0.1],
  scores,
  incomplete: {},
  marks: [],
});

describe('latexTable', () => {
  const view = { measure: 'nDCG@10', tasks: ['T1', 'T2'], headings: ['One', 'Two'] };

  it('prints best bold, second underlined, ties alike, and the interval of the mean', () => {
    const rows = [row('a', 0.5, { T1: 0.6, T2: 0.4 }), row('b', 0.45, { T1: 0.5, T2: 0.4 })];
    const text = latexTable([...rows, row('c', 0.2, { T1: 0.1 })], view);
    expect(text).toContain(
      'a & \\textbf{50.00} {\\scriptsize [40.00, 60.00]} & \\textbf{60.00} & \\textbf{40.00} \\\\',
    );
    expect(text).toContain(
      'b & \\underline{45.00} {\\scriptsize [35.00, 55.00]} & \\underline{50.00} & \\textbf{40.00} \\\\',
    );
    expect(text).toContain('& 10.00 & -- \\\\');
  });

  it('puts an incomplete score in brackets, where it wins nothing', () => {
    const broken = { ...row('x', 0, {}), mean: undefined, interval: undefined, incomplete: { T1: 0.99 } };
    const { mean: _, interval: __, ...incomplete } = broken;
    const text = latexTable([row('a', 0.5, { T1: 0.6, T2: 0.4 }), incomplete], view);
    expect(text).toContain('x & -- & (99.00) & -- \\\\');
    expect(text).toContain('\\textbf{60.00}');
    expect(text).toContain('incomplete, not counted');
  });

  it('has the same number of cells in every line, and closes all it opens', () => {
    const rows = ['\\end{tabular}', 'a & b', '100 %', '{', 'x_1 > y'].map((name) =>
      row(name, 0.1, { T1: 0.1 }),
    );
    const lines = latexTable(rows, view).split('\n');
    const body = lines.slice(lines.indexOf('\\toprule') + 1, lines.indexOf('\\bottomrule'));
    const cells = body.filter((line) => line !== '\\midrule').map((line) => line.match(/(?<!\\)&/g)?.length);
    expect(new Set(cells)).toEqual(new Set([3]));
    const bare = lines.join('').replace(/\\[{}]/g, '');
    expect(bare.split('{')).toHaveLength(bare.split('}').length);
  });
});
