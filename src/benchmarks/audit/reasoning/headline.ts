import type { AuditFigure } from '../../../experiment/record/index.js';
import { needDefinition } from './bm25-group.js';
import { figureOf } from './figure.js';
import type { Settled } from './options.js';
import { needOfPair, type TextView, valuesOf } from './text-view.js';

/**
 * The one figure by which tasks are compared: how far the words of a query are from leading to its evidence. A share of the corpus
 * in front of the evidence is compared, so the size of the corpus does not decide; only the order of the scores of one query
 * counts, so neither does the length of queries.
 */
export const headlineOf = (query: TextView, { analyzer, seed }: Settled): AuditFigure | undefined =>
  figureOf(
    {
      name: 'need',
      title: 'Reasoning need',
      definition: needDefinition('query', analyzer),
      unit: 'share',
    },
    valuesOf(query.pairs, needOfPair),
    seed,
  );
