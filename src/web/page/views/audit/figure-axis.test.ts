import { expect, it } from 'vitest';
import type { AuditFigure } from '../../../../experiment/record/index.js';
import { meanText, panelsOf } from './figure-axis.js';

const figure = (name: string, title: string, over: Partial<AuditFigure> = {}): AuditFigure => ({
  name,
  title,
  definition: 'as it is',
  unit: 'share',
  queries: 4,
  mean: 0.1,
  interval: [0.05, 0.15],
  quartiles: [0.05, 0.1, 0.15],
  histogram: { edges: [0, 0.1, 0.2, 1], counts: [3, 1, 0] },
  examples: [],
  ...over,
});

it('figures whose names differ in their last part alone are compared on one axis', () => {
  const wide = { histogram: { edges: [0, 0.1, 0.5, 1], counts: [0, 4, 0] } };
  const panels = panelsOf([
    figure('overlap.jaccard.query-relevant', 'Jaccard: query and its relevant documents'),
    figure('terms.unknown', 'query terms that no document has'),
    figure('overlap.jaccard.query-random', 'Jaccard: query and random documents', wide),
  ]);
  expect(panels.map(({ title, figures }) => [title, figures.map((each) => each.title)])).toEqual([
    ['Jaccard', ['Query and its relevant documents', 'Query and random documents']],
    [undefined, ['Query terms that no document has']],
  ]);
  expect(panels[0]!.axis).toMatchObject({ from: 0, to: 0.5, log: false });
  expect(panels[1]!.axis).toMatchObject({ from: 0, to: 0.2 });
});

it('figures of two units, and titles without a common beginning, stay as they are', () => {
  const panels = panelsOf([
    figure('bm25.rank.query-relevant', 'BM25 rank of relevant documents', { unit: 'rank' }),
    figure('bm25.rank.best', 'BM25 rank of the best', { unit: 'rank' }),
    figure('bm25.rank.share', 'BM25 share'),
  ]);
  expect(panels.map(({ title }) => title)).toEqual([undefined, undefined]);
  expect(panels[0]!.figures.map(({ title }) => title)).toEqual([
    'BM25 rank of relevant documents',
    'BM25 rank of the best',
  ]);
  expect(panels[0]!.axis).toMatchObject({ from: 1, log: true });
});

it('a difference has 0 on its axis, and a sign', () => {
  const loss = figure('gain.need.answer', 'need: answer minus query', {
    unit: 'difference',
    mean: -0.6,
    interval: [-0.7, -0.5],
    histogram: { edges: [-1, -0.5, 0, 1], counts: [4, 0, 0] },
  });
  const [{ axis } = expect.fail('no panel')] = panelsOf([loss]);
  expect(axis).toMatchObject({ from: -1, to: 0 });
  expect([-0.5, 0, 0.5].map(axis.tick)).toEqual(['−0.5', '0', '+0.5']);
  expect(meanText(loss)).toBe('−0.600, 95 % interval −0.700 to −0.500');
});
