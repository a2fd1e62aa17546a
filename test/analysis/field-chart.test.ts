import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FieldChart, type FieldPoint, paperPalette } from '../../src/analysis/charts/index.js';

const point = (name: string, date: string, score: number, recipe?: string): FieldPoint => ({
  ...{ key: name, name, date, score, recipe },
  kind: 'reranked',
  own: false,
});

const drawn = (points: readonly FieldPoint[]): string =>
  renderToStaticMarkup(
    createElement(FieldChart, { points, measure: 'nDCG@10', label: 'The field', palette: paperPalette }),
  );
const labels = (svg: string): readonly string[] =>
  [...svg.matchAll(/paint-order="stroke">([^<]*)</g)].map(([, text]) => text!).sort();

it('names the best so far and the systems that a recipe follows, and no others', () => {
  const svg = drawn([
    point('lesser', '2025-05-16', 0.1),
    point('first', '2025-05-16', 0.3),
    point('followed', '2025-08', 0.25, 'ours'),
    point('best', '2026-01-09', 0.5, 'top'),
    point('late', '2026-02', 0.4),
  ]);
  expect(labels(svg)).toEqual(['25.00 [ours]', '30.00 first', '50.00 best [top]']);
  // A mark is filled where a recipe follows it, and drawn above the others.
  const marks = [...svg.matchAll(/<title>(\w+): [^<]*<\/title><rect [^>]*fill="(#\w+)"/g)];
  expect(marks.map(([, name, fill]) => [name, fill === paperPalette.ground ? 'hollow' : 'filled'])).toEqual([
    ['lesser', 'hollow'],
    ['first', 'hollow'],
    ['late', 'hollow'],
    ['followed', 'filled'],
    ['best', 'filled'],
  ]);
});

it('the line rises where a row beats all before it, and keeps its height to the edge', () => {
  const svg = drawn([
    point('a', '2025-05', 0.2),
    point('same month, better', '2025-05', 0.4),
    point('worse', '2025-06', 0.3),
    point('b', '2025-07', 0.5),
  ]);
  const [, line = ''] = /<path d="([^"]*)" fill="none"/.exec(svg) ?? [];
  const heights = [...line.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y));
  // From 0.4 to 0.5 of an axis that ends at 0.5: 34 is its top, 446 its foot.
  expect([...new Set(heights.map(Math.round))]).toEqual([116, 34]);
  expect(line).toMatch(/926,34$/);
});
