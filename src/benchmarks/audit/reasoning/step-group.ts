import { bm25Sentence, needDefinition, RANK_RULE } from './bm25-group.js';
import { type FigureInput, gainsOf } from './figure.js';
import { clause, type Group, group, rank, signed } from './group.js';
import type { Settled } from './options.js';
import { needOfPair, type PlacedPair, type TextView, valuesOf } from './text-view.js';
import { OVERLAPS, type OverlapName, overlapFigure } from './words-group.js';

const PAIRED =
  'Only queries that have both; difference per query of the means over its relevant documents, then mean over queries.';

/** Numbers of pairs that a step may change, and what their differences are called. */
const QUANTITIES: readonly { readonly name: string; readonly title: string; of(pair: PlacedPair): number }[] =
  [
    {
      name: 'overlap.weighted',
      title: 'idf-weighted share of the text in the document',
      of: ({ overlap }) => overlap.weightedContainment,
    },
    {
      name: 'log-rank',
      title: 'log10 of the BM25 rank of relevant documents (−1: ten times further up)',
      of: ({ placement }) => Math.log10(placement.rank),
    },
    { name: 'need', title: 'need (see the headline)', of: needOfPair },
  ];

/** What a text that stands for the query shares with the relevant documents, and where it finds them. */
export const viewFigures = (view: TextView, { analyzer }: Settled): readonly FigureInput[] => {
  const sides = {
    text: view.name,
    textTitle: view.title,
    documents: 'relevant',
    documentsTitle: 'its relevant documents',
  };
  return [
    ...(Object.keys(OVERLAPS) as OverlapName[]).map((overlap) =>
      overlapFigure(
        overlap,
        sides,
        valuesOf(view.pairs, (pair) => OVERLAPS[overlap].of(pair.overlap)),
        analyzer,
      ),
    ),
    {
      name: `bm25.rank.${view.name}-relevant`,
      title: `BM25 rank of relevant documents, searched by the ${view.title}`,
      definition: `Rank of a relevant document for the ${view.title}. ${bm25Sentence(analyzer)} ${RANK_RULE} Mean over a query's relevant documents, then over queries.`,
      unit: 'rank',
      values: valuesOf(view.pairs, ({ placement }) => placement.rank),
    },
    {
      name: `need.${view.name}`,
      title: `need, searched by the ${view.title}`,
      definition: needDefinition(view.title, analyzer),
      unit: 'share',
      values: valuesOf(view.pairs, needOfPair),
    },
  ];
};

/** What a step from one text to another changes, query by query. */
export const gainFigures = (before: TextView, after: TextView): readonly FigureInput[] =>
  QUANTITIES.map(({ name, title, of }) => ({
    name: `gain.${name}.${after.name}`,
    title: `${title}: ${after.title} minus ${before.title}`,
    definition: `${title}, for the ${after.title} minus for the ${before.title}. ${PAIRED}`,
    unit: 'difference',
    values: gainsOf(valuesOf(before.pairs, of), valuesOf(after.pairs, of)),
  }));

/** What is gained by searching for another text than the query? */
export const stepGroup = (
  name: string,
  question: string,
  query: TextView,
  views: readonly TextView[],
  options: Settled,
): Group =>
  group(
    { name, question, missing: `${name}: no query with relevant documents has a ${views[0]!.title}` },
    options.seed,
    views.flatMap((view) => [...viewFigures(view, options), ...gainFigures(query, view)]),
    (mean) =>
      `Searched by the ${views
        .map((view) =>
          clause(
            [
              mean(`need.${view.name}`),
              mean(`gain.need.${view.name}`),
              mean(`bm25.rank.${view.name}-relevant`),
            ],
            (need, gain, place) =>
              `${view.title}, need is ${need!.toFixed(2)} (${signed(gain!)} against the query) and the mean rank ${rank(place!)}`,
          ),
        )
        .filter(Boolean)
        .join('; by the ')}.`,
  );
