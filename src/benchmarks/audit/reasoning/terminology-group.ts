import { expanderOf } from '../../../tasks/index.js';
import type { Value } from './figure.js';
import { clause, type Group, group, percent, signed } from './group.js';
import type { Material } from './material.js';
import type { Settled } from './options.js';
import { gainFigures, viewFigures } from './step-group.js';
import { type TextView, viewOf } from './text-view.js';

/** Queries followed by what the user's table says of their terms; none without a table. */
export const expandedView = (material: Material, { expansions }: Settled): TextView | undefined => {
  const expand = expansions && expanderOf(expansions);
  return (
    expand &&
    viewOf(material, {
      name: 'expanded',
      title: 'query followed by the expansions of its terms',
      textOf: ({ text }) => [text, ...expand(text)].join(' '),
    })
  );
};

/** Is it a matter of terminology? Terms that the corpus lacks or hardly has, and what the user's table of terms changes. */
export const terminologyGroup = (
  material: Material,
  query: TextView,
  expanded: TextView | undefined,
  options: Settled,
): readonly Group[] => {
  const { seed, analyzer, rareFrequency, expansions } = options;
  const { documentFrequency } = material.terms;
  const shares = (holds: (frequency: number) => boolean) =>
    termShares(material, (term) => holds(documentFrequency(term)));
  const expand = expansions && expanderOf(expansions);
  const terms = `Distinct terms of the analyzer ${analyzer}; share of a query's terms, then mean over queries.`;
  return [
    group(
      { name: 'terminology', question: 'Is it a matter of terminology?' },
      seed,
      [
        {
          name: 'terms.unknown',
          title: 'query terms that no document has',
          definition: `Terms of the query that no document of the corpus has. ${terms}`,
          unit: 'share',
          values: shares((frequency) => frequency === 0),
        },
        {
          name: 'terms.rare',
          title: `query terms in 1 to ${rareFrequency} documents`,
          definition: `Terms of the query that at least one and at most ${rareFrequency} documents have. ${terms}`,
          unit: 'share',
          values: shares((frequency) => frequency > 0 && frequency <= rareFrequency),
        },
        ...(expand && expanded
          ? [
              {
                name: 'terms.expanded',
                title: 'queries with a term of the table',
                definition:
                  "1 if the query says a term of the user's table, as whole words, in any case unless the term is in capitals, and does not negate it; else 0.",
                unit: 'share' as const,
                values: material.queries.map(({ id, text }) => ({
                  query: id,
                  value: expand(text).length > 0 ? 1 : 0,
                })),
              },
              ...viewFigures(expanded, options),
              ...gainFigures(query, expanded),
            ]
          : []),
      ],
      (mean) =>
        `${clause(
          [mean('terms.unknown'), mean('terms.rare')],
          (unknown, rare) =>
            `Of the terms of a query, ${percent(unknown!)} are in no document and ${percent(rare!)} in 1 to ${rareFrequency}`,
        )}${clause(
          [mean('terms.expanded'), mean('gain.need.expanded')],
          (queries, gain) =>
            `; the table expands ${percent(queries!)} of the queries, which changes need by ${signed(gain!)}`,
        )}.`,
    ),
    ...(expansions ? [] : [{ missing: 'terminology: no table of abbreviations and synonyms was given' }]),
  ];
};

/** The share of each query's terms for which something holds; those terms are shown with examples. */
const termShares = (material: Material, holds: (term: string) => boolean): readonly Value[] =>
  material.queries.flatMap(({ id, text }) => {
    const terms = [...new Set(material.terms.analyze(text))];
    if (terms.length === 0) return [];
    const found = terms.filter(holds);
    return [{ query: id, value: found.length / terms.length, shared: () => found.slice(0, 12) }];
  });
