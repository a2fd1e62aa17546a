import type { Task, Tools } from '../../core/index.js';
import type { QueryNeed, ReasoningNeed } from '../../record/index.js';
import { bm25Group } from './bm25-group.js';
import { meansByQuery } from './figure.js';
import type { Group } from './group.js';
import { headlineOf } from './headline.js';
import { type Material, openMaterial } from './material.js';
import { type ReasoningOptions, settledOptions } from './options.js';
import { needOf } from './placement.js';
import { stepGroup } from './step-group.js';
import { type TextView, valuesOf, viewOf } from './text-view.js';
import { wordsGroup } from './words-group.js';

/** How much of the way to the evidence of a task is not in the words of its queries, and what else could explain that. */
export const reasoningNeed = async (
  task: Task,
  tools: Tools,
  options: ReasoningOptions = {},
): Promise<ReasoningNeed> => {
  const settled = settledOptions(options);
  const material = await openMaterial(task, tools, settled);
  const query = viewOf(material, 'query', 'query', ({ text }) => text);
  const groups: readonly Group[] = [
    wordsGroup(material, query, settled),
    bm25Group(query, settled),
    stepGroup(
      'answer',
      'What does the step from query to answer gain?',
      query,
      [
        viewOf(material, 'answer', 'reference answer', ({ answer }) => answer),
        viewOf(material, 'query-and-answer', 'query followed by the reference answer', ({ text, answer }) =>
          answer === undefined ? undefined : `${text} ${answer}`,
        ),
      ],
      settled,
      'answer: no query with relevant documents has a reference answer',
    ),
  ];
  return {
    headline: headlineOf(query, settled) ?? null,
    groups: groups.flatMap((group) => ('missing' in group ? [] : [group])),
    dependence: [],
    missing: groups.flatMap((group) => ('missing' in group ? [group.missing] : [])),
    queries: queryNeeds(material, query),
  };
};

const queryNeeds = ({ queries, terms }: Material, view: TextView): readonly QueryNeed[] => {
  const needs = meansByQuery(valuesOf(view.pairs, ({ placement }) => needOf(placement.inFront)));
  const overlaps = meansByQuery(valuesOf(view.pairs, ({ overlap }) => overlap.weightedContainment));
  return queries.flatMap(({ id, text, relevant }) => {
    const need = needs.get(id);
    const overlap = overlaps.get(id);
    if (need === undefined || overlap === undefined) return [];
    return [
      {
        query: id,
        need,
        overlap,
        queryTokens: terms.analyze(text).length,
        documentTokens:
          relevant.reduce((sum, document) => sum + terms.lengths[document]!, 0) / relevant.length,
        relevant: relevant.length,
      },
    ];
  });
};
