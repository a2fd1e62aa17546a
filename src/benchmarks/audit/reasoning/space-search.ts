import {
  type Corpus,
  type DocId,
  mustSucceed,
  type Query,
  type Retriever,
  type Task,
  type Tools,
} from '../../../core/index.js';
import type { Value } from './figure.js';
import type { AuditedQuery, Material } from './material.js';
import { needOf, type Placement, placements } from './placement.js';
import type { NamedText } from './text-view.js';

/** Rankings of all documents are large: only this many are held at once. */
const AT_ONCE = 8;

/** What searches for one kind of text say of the documents of each query. */
export interface SearchedText extends NamedText {
  /** Scores of relevant, random or top-ranked documents; those that were not returned have none. */
  scores(of: 'relevant' | 'random' | 'hard'): readonly Value[];
  ranks(): readonly Value[];
  needs(): readonly Value[];
  /** The share of the documents that are not relevant in front of each relevant one. */
  inFront(): readonly Value[];
}

interface Searched {
  readonly query: AuditedQuery;
  readonly placed: readonly Placement[];
  readonly scores: ReadonlyMap<number, number>;
}

/** Searches for every text of every query with a retriever that returns all documents. */
export const searchTexts = async (
  retriever: Retriever,
  texts: readonly NamedText[],
  material: Material,
  task: Task,
  tools: Tools,
): Promise<readonly SearchedText[]> => {
  const { terms, queries } = material;
  const asked = texts.flatMap((text) =>
    queries.flatMap((query) => {
      const own = text.textOf(query);
      return own === undefined || terms.analyze(own).length === 0 ? [] : [{ text, query, own }];
    }),
  );
  const found = new Map(texts.map((text): [NamedText, Searched[]] => [text, []]));
  let at = 0;
  const rows = asked.map(({ query, own }) => ({ id: query.id, text: own }));
  for await (const scores of rankedScores(retriever, rows, terms.ids, task.corpus, tools)) {
    const { text, query } = asked[at++]!;
    const known = [...query.relevant, ...query.random, ...query.hard]
      .map((document) => [document, scores[document]!] as const)
      .filter(([, score]) => score !== Number.NEGATIVE_INFINITY);
    found
      .get(text)!
      .push({ query, placed: placements(scores, query.relevant, query.excluded), scores: new Map(known) });
  }
  return [...found].map(([text, own]) => valuesOfSearch(text, own, material));
};

/** The scores of all documents for each text, in their order: a document that was not returned has negative infinity. Closes the retriever. */
export async function* rankedScores(
  retriever: Retriever,
  texts: readonly Pick<Query, 'id' | 'text'>[],
  ids: readonly DocId[],
  corpus: Corpus,
  tools: Tools,
): AsyncGenerator<Float64Array> {
  const numbers = new Map(ids.map((id, number) => [id, number]));
  try {
    const runner = await retriever.open(corpus, tools);
    for (let from = 0; from < texts.length; from += AT_ONCE) {
      tools.signal.throwIfAborted();
      for (const { hits } of await runner.run(texts.slice(from, from + AT_ONCE))) {
        const scores = new Float64Array(ids.length).fill(Number.NEGATIVE_INFINITY);
        for (const { docId, score } of hits) scores[numbers.get(docId)!] = score;
        yield scores;
      }
    }
    mustSucceed(retriever.name, runner.facts);
  } finally {
    await retriever.close?.();
  }
}

const valuesOfSearch = (text: NamedText, found: readonly Searched[], { terms }: Material): SearchedText => {
  const placed = (numberOf: (placement: Placement) => number) =>
    found.flatMap(({ query, placed: own }) =>
      own.map((placement, i) => ({
        query: query.id,
        document: terms.ids[query.relevant[i]!]!,
        value: numberOf(placement),
      })),
    );
  return {
    ...text,
    scores: (of) =>
      found.flatMap(({ query, scores }) =>
        query[of].flatMap((document): Value[] => {
          const value = scores.get(document);
          return value === undefined ? [] : [{ query: query.id, document: terms.ids[document]!, value }];
        }),
      ),
    ranks: () => placed(({ rank }) => rank),
    needs: () => placed(({ inFront }) => needOf(inFront)),
    inFront: () => placed(({ inFront }) => inFront),
  };
};
