import type { Task, Tools } from '../../../core/index.js';
import { RANK_RULE } from './bm25-group.js';
import { type FigureInput, gainsOf } from './figure.js';
import { clause, type Group, group, rank } from './group.js';
import type { Material } from './material.js';
import type { Settled, VectorSpace } from './options.js';
import { type SearchedText, searchTexts } from './space-search.js';
import type { NamedText } from './text-view.js';

const SIDES = {
  relevant: 'its relevant documents',
  random: 'random documents that are not relevant',
  hard: 'the documents that BM25 ranks highest of those that are not relevant',
} as const;

/** What was searched for in a vector space. */
export interface SearchedSpace extends Pick<VectorSpace, 'name'> {
  readonly retriever: string;
  /** The first text is the query. */
  readonly texts: readonly SearchedText[];
}

export const searchSpace = async (
  { name, retriever }: VectorSpace,
  texts: readonly NamedText[],
  material: Material,
  task: Task,
  tools: Tools,
): Promise<SearchedSpace> => {
  const opened = await retriever(material.terms.ids.length);
  return { name, retriever: opened.name, texts: await searchTexts(opened, texts, material, task, tools) };
};

/** Are queries and relevant documents near to each other in a vector space? */
export const spaceGroup = ({ name, retriever, texts }: SearchedSpace, { seed }: Settled): Group => {
  const [query, ...others] = texts;
  const figures = figuresIn(name, retriever);
  return group(
    { name: `space.${name}`, question: `Are queries and relevant documents near in ${name}?` },
    seed,
    [
      ...(Object.keys(SIDES) as (keyof typeof SIDES)[]).map((side) => figures.cosine(query!, side)),
      figures.rank(query!),
      figures.need(query!),
      ...others.flatMap((text) => [
        figures.cosine(text, 'relevant'),
        figures.rank(text),
        figures.need(text),
        figures.gain(query!, text),
      ]),
    ],
    (mean) =>
      `${clause(
        [mean(`cosine.${name}.query-relevant`), mean(`cosine.${name}.query-random`)],
        (relevant, random) =>
          `In ${name}, the cosine of a query is ${relevant!.toFixed(2)} with relevant and ${random!.toFixed(2)} with random documents; `,
      )}${clause(
        [mean(`rank.${name}.query-relevant`), mean(`need.${name}.query`)],
        (place, need) => `the mean rank of relevant documents is ${rank(place!)}, need ${need!.toFixed(2)}.`,
      )}`,
  );
};

/** The figures of a space, by the retriever that searches in it. */
const figuresIn = (name: string, retriever: string) => {
  const mean = "Mean over a query's documents, then over queries.";
  return {
    cosine: (text: SearchedText, side: keyof typeof SIDES): FigureInput => ({
      name: `cosine.${name}.${text.name}-${side}`,
      title: `cosine in ${name}: ${text.title} and ${SIDES[side]}`,
      definition: `Score of ${retriever} (the cosine, for vectors of length one) for the ${text.title} and ${SIDES[side]}. ${mean}`,
      unit: 'score',
      values: text.scores(side),
    }),
    rank: (text: SearchedText): FigureInput => ({
      name: `rank.${name}.${text.name}-relevant`,
      title: `rank in ${name} of relevant documents, searched by the ${text.title}`,
      definition: `Rank of a relevant document among all, by the score of ${retriever}. ${RANK_RULE} Documents that are not returned are behind all others. ${mean}`,
      unit: 'rank',
      values: text.ranks(),
    }),
    need: (text: SearchedText): FigureInput => ({
      name: `need.${name}.${text.name}`,
      title: `need in ${name}, searched by the ${text.title}`,
      definition: `As the headline, by the score of ${retriever} for the ${text.title} instead of BM25.`,
      unit: 'share',
      values: text.needs(),
    }),
    gain: (query: SearchedText, text: SearchedText): FigureInput => ({
      name: `gain.need.${name}.${text.name}`,
      title: `need in ${name}: ${text.title} minus query`,
      definition: `need.${name}.${text.name} minus need.${name}.query, per query that has both, then mean over queries.`,
      unit: 'difference',
      values: gainsOf(query.needs(), text.needs()),
    }),
  };
};
