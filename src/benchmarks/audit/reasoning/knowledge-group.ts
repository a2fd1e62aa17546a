import { gainsOf, type Value } from './figure.js';
import { clause, type Group, group, percent, signed } from './group.js';
import type { Material } from './material.js';
import type { Settled } from './options.js';
import { needOfPair, type TextView, valuesOf } from './text-view.js';

/** Is medical knowledge missing? What the answer, once it is known, closes of the gap, and where it could not. */
export const knowledgeGroup = (
  material: Material,
  query: TextView,
  answer: TextView,
  { seed, analyzer }: Settled,
): Group => {
  const needs = (view: TextView) => valuesOf(view.pairs, needOfPair);
  const phrase = `the terms of the answer in their order, without others between them (analyzer ${analyzer})`;
  return group(
    {
      name: 'knowledge',
      question: 'Is medical knowledge missing?',
      missing: 'knowledge: no query with relevant documents has a reference answer',
    },
    seed,
    [
      {
        name: 'need.closed-by-answer',
        title: 'need that knowing the answer closes',
        definition:
          'Need of the query minus need of the reference answer, each as the headline defines it; what stays is need.answer. Below 0 where the answer leads less far than the query.',
        unit: 'difference',
        values: gainsOf(needs(answer), needs(query)),
      },
      {
        name: 'answer.not-in-evidence',
        title: 'queries whose answer is in no relevant document',
        definition: `1 if no relevant document of a query says ${phrase}; else 0. Queries with a reference answer.`,
        unit: 'share',
        values: answerValues(material, (says, { relevant }) =>
          relevant.some((document) => says(material.sequenceOf(document))) ? 0 : 1,
        ),
      },
      {
        name: 'answer.in-query',
        title: 'queries that say their answer',
        definition: `1 if the query says ${phrase}; else 0. Queries with a reference answer.`,
        unit: 'share',
        values: answerValues(material, (says, { text }) => (says(material.terms.analyze(text)) ? 1 : 0)),
      },
    ],
    (mean) =>
      `${clause([mean('need.closed-by-answer')], (closed) => `Knowing the answer changes need by ${signed(-closed!)}; `)}${clause(
        [mean('answer.not-in-evidence'), mean('answer.in-query')],
        (absent, present) =>
          `${percent(absent!)} of the answers are in no relevant document, and ${percent(present!)} are in their query.`,
      )}`,
  );
};

type Query = Material['queries'][number];

const answerValues = (
  material: Material,
  numberOf: (says: (terms: readonly string[]) => boolean, query: Query) => number,
): readonly Value[] =>
  material.queries.flatMap((query) => {
    const terms = query.answer === undefined ? [] : material.terms.analyze(query.answer);
    if (terms.length === 0) return [];
    // No term holds a space, so whole terms are found and never parts of them.
    const wanted = ` ${terms.join(' ')} `;
    return [{ query: query.id, value: numberOf((says) => ` ${says.join(' ')} `.includes(wanted), query) }];
  });
