import type { Task, Tools } from '../../../core/index.js';
import type { AuditFigure, QueryNeed, ReasoningNeed } from '../../../experiment/record/index.js';
import { bm25Group, needDefinition } from './bm25-group.js';
import { scoreDependence } from './dependence.js';
import { figureOf, meansByQuery } from './figure.js';
import type { Group } from './group.js';
import { knowledgeGroup } from './knowledge-group.js';
import { ladderGroup, type Rung, wordsRung } from './ladder-group.js';
import { type Material, openMaterial } from './material.js';
import { type GeneratedTexts, type ReasoningOptions, type Settled, settledOptions } from './options.js';
import { type SearchedSpace, searchSpace, spaceGroup } from './space-group.js';
import { sparsityGroup } from './sparsity-group.js';
import { stepGroup } from './step-group.js';
import { expandedView, terminologyGroup } from './terminology-group.js';
import { type NamedText, needOfPair, type TextView, valuesOf, viewOf } from './text-view.js';
import { wordsGroup } from './words-group.js';

const QUERY: NamedText = { name: 'query', title: 'query', textOf: ({ text }) => text };

const ANSWER: NamedText = { name: 'answer', title: 'reference answer', textOf: ({ answer }) => answer };

const QUERY_AND_ANSWER: NamedText = {
  name: 'query-and-answer',
  title: 'query followed by its reference answer',
  textOf: ({ text, answer }) => (answer === undefined ? undefined : `${text} ${answer}`),
};

const generatedText = ({ name, texts }: GeneratedTexts): NamedText => ({
  name,
  title: `text of ${name}`,
  textOf: ({ id }) => texts.get(id),
});

/** How much of the way to the evidence of a task is not in the words of its queries, and what else could explain that. */
export const reasoningNeed = async (
  task: Task,
  tools: Tools,
  options: ReasoningOptions = {},
): Promise<ReasoningNeed> => {
  const settled = settledOptions(options);
  const material = await openMaterial(task, tools, settled);
  const query = viewOf(material, QUERY);
  const answer = viewOf(material, ANSWER);
  const expanded = expandedView(material, settled);
  const generated = settled.generated.map(generatedText);
  const spaces: SearchedSpace[] = [];
  for (const space of settled.spaces)
    spaces.push(await searchSpace(space, [QUERY, ANSWER, ...generated], material, task, tools));
  const groups: Group[] = [
    ladderGroup(material, rungsOf(query, expanded, answer, spaces), settled.seed),
    wordsGroup(material, query, settled),
    bm25Group(query, settled),
    stepGroup(
      'answer',
      'What does the step from query to answer gain?',
      query,
      [answer, viewOf(material, QUERY_AND_ANSWER)],
      settled,
    ),
    ...generated.map((text) =>
      stepGroup(
        `generated.${text.name}`,
        `What do the texts of ${text.name} gain?`,
        query,
        [viewOf(material, text)],
        settled,
      ),
    ),
    ...terminologyGroup(material, query, expanded, settled),
    sparsityGroup(material, settled),
    knowledgeGroup(material, query, answer, settled),
    ...spaces.map((space) => spaceGroup(space, settled)),
  ];
  const queries = queryNeeds(material, query);
  return {
    headline: headlineOf(query, settled) ?? null,
    groups: groups.flatMap((group) => ('missing' in group ? [] : [group])),
    dependence: scoreDependence([{ queries, systems: settled.systems }], { seed: settled.seed }),
    missing: [
      ...remarks(task, material, queries.length),
      ...groups.flatMap((group) => ('missing' in group ? [group.missing] : [])),
    ],
    queries,
  };
};

/** From what a query says to what only its answer says; rungs for which nothing is given are left out. */
const rungsOf = (
  query: TextView,
  expanded: TextView | undefined,
  answer: TextView,
  spaces: readonly SearchedSpace[],
): readonly Rung[] => [
  wordsRung('words', 'words of the query', query),
  ...(expanded ? [wordsRung('synonyms', 'its words with synonyms', expanded)] : []),
  ...spaces.map(({ name, texts }) => ({ name, title: `vectors of ${name}`, inFront: texts[0]!.inFront() })),
  ...(answer.pairs.length > 0 ? [wordsRung('answer', 'words of the answer', answer)] : []),
  ...spaces.flatMap(({ name, texts }) => {
    const inFront = texts[1]!.inFront();
    return inFront.length > 0
      ? [{ name: `${name}.answer`, title: `vectors of ${name} of the answer`, inFront }]
      : [];
  }),
];

/**
 * The one figure by which tasks are compared: how far the words of a query are from leading to its evidence. A share of the corpus
 * in front of the evidence is compared, so the size of the corpus does not decide; only the order of the scores of one query
 * counts, so neither does the length of queries.
 */
const headlineOf = (query: TextView, { analyzer, seed }: Settled): AuditFigure | undefined =>
  figureOf(
    {
      name: 'need',
      title: 'Lexical gap of BM25 (need)',
      definition: needDefinition('query', analyzer),
      unit: 'share',
      values: valuesOf(query.pairs, needOfPair),
    },
    seed,
  );

/** What a reader of the figures has to know before them. */
const remarks = (task: Task, { terms, queries }: Material, counted: number): readonly string[] => {
  const left = task.queries.length - counted;
  const sizes = queries.map(({ relevant }) => terms.ids.length - relevant.length);
  const fewest = Math.min(...sizes);
  return [
    ...(left > 0
      ? [
          `${left} of ${task.queries.length} queries are left out: they have no terms, or no relevant document in the corpus, or only relevant ones`,
        ]
      : []),
    ...(counted === 1 ? ['only one query counts: intervals say nothing'] : []),
    ...(counted > 0 && fewest < SMALL_CORPUS
      ? [
          `the corpus has ${terms.ids.length} documents: one in front of the evidence is a share of ${(1 / fewest).toFixed(3)}, so the headline has coarse steps`,
        ]
      : []),
  ];
};

/** With fewer documents, one in a thousand cannot be distinguished from none. */
const SMALL_CORPUS = 1000;

const queryNeeds = ({ queries, terms }: Material, view: TextView): readonly QueryNeed[] => {
  const needs = meansByQuery(valuesOf(view.pairs, needOfPair));
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
