import { meanOf } from '../../../evaluation/statistics/index.js';
import type { Value } from './figure.js';
import { clause, type Group, group } from './group.js';
import { type AuditedQuery, highest, type Material } from './material.js';
import type { Settled } from './options.js';

/** Is the evidence sparse? How many relevant documents queries have, and how near the nearest other documents are to them. */
export const sparsityGroup = (material: Material, { seed, neighbours, analyzer }: Settled): Group => {
  const nearnessOf = nearness(material, neighbours);
  const near = (name: string, title: string, documents: (query: AuditedQuery) => readonly number[]) => ({
    name: `neighbours.${name}`,
    title: `nearness of the ${neighbours} nearest documents to ${title}`,
    definition: `Mean Jaccard |A ∩ B| / |A ∪ B| of the sets of terms of a document and of the ${neighbours} other documents of the corpus for which it is highest; documents: ${title}. Terms of the analyzer ${analyzer}. Mean over a query's documents, then over queries.`,
    unit: 'share' as const,
    values: material.queries.flatMap((query) =>
      documents(query).flatMap((document): Value[] => {
        const value = nearnessOf(document);
        return value === undefined
          ? []
          : [{ query: query.id, document: material.terms.ids[document]!, value }];
      }),
    ),
  });
  return group(
    { name: 'sparsity', question: 'Is the evidence sparse?' },
    seed,
    [
      {
        name: 'relevant.count',
        title: 'relevant documents of a query',
        definition: 'Documents of the corpus that are judged 1 or more for a query.',
        unit: 'count',
        values: material.queries.map(({ id, relevant }) => ({ query: id, value: relevant.length })),
      },
      near('relevant', 'relevant documents', ({ relevant }) => relevant),
      near(
        'random',
        'random documents that are not relevant (as many as the query has relevant ones, where so many were drawn)',
        ({ relevant, random }) => random.slice(0, relevant.length),
      ),
    ],
    (mean) =>
      `${clause([mean('relevant.count')], (count) => `A query has ${count!.toFixed(1)} relevant documents`)}${clause(
        [mean('neighbours.relevant'), mean('neighbours.random')],
        (relevant, random) =>
          `; the ${neighbours} nearest documents have a Jaccard of ${relevant!.toFixed(3)} to a relevant document and of ${random!.toFixed(3)} to a random one`,
      )}.`,
  );
};

/** The mean Jaccard of a document and its nearest others, each computed once; undefined for the only document. */
const nearness = ({ terms, termsOf }: Material, count: number) => {
  const known = new Map<number, number | undefined>();
  const jaccards = new Float64Array(terms.ids.length);
  const compute = (document: number): number | undefined => {
    const own = termsOf(document);
    const shared = terms.sharedCounts(own);
    for (let other = 0; other < shared.length; other++) {
      const union = own.size + terms.sizes[other]! - shared[other]!;
      jaccards[other] = union > 0 ? shared[other]! / union : 0;
    }
    const nearest = highest(jaccards, count, (other) => other !== document);
    return nearest.length > 0 ? meanOf(nearest.map((other) => jaccards[other]!)) : undefined;
  };
  return (document: number) => {
    if (!known.has(document)) known.set(document, compute(document));
    return known.get(document);
  };
};
