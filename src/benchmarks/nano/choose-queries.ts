import { byCodePoint, byTurns, type DocId, groupBy, type Query, type QueryId } from '../../core/index.js';
import { trimmed } from './corpus-rows.js';
import { bySign, type JudgedPair } from './judged-pairs.js';

export type ChosenQueries = ReturnType<typeof chooseQueries>;

/** The first `limit` queries that have a positive and a text of their own. */
export const chooseQueries = (source: readonly Query[], pairs: Iterable<JudgedPair>, limit: number) => {
  const { positives, hardNegatives } = bySign(pairs);
  const answerable = new Set(positives.map(({ query }) => query));
  const chosen = new Map<QueryId, Query>();
  const texts = new Set<string>();
  const leftOut = { withoutText: 0, withoutPositive: 0, repeated: 0 };
  for (const { id, text: untrimmed } of source) {
    if (chosen.size >= limit) break;
    const text = trimmed(untrimmed);
    if (text === '') leftOut.withoutText++;
    else if (!answerable.has(id)) leftOut.withoutPositive++;
    else if (chosen.has(id) || texts.has(text)) leftOut.repeated++;
    else {
      chosen.set(id, { id, text });
      texts.add(text);
    }
  }
  const ofChosen = ({ query }: JudgedPair): boolean => chosen.has(query);
  return {
    /** In source order, their texts trimmed. */
    queries: [...chosen.values()],
    positives: positives.filter(ofChosen),
    /** Documents judged not relevant for them: the first of each query, queries by id, then the second of each, and so on. */
    hardNegatives: inTurns(hardNegatives.filter(ofChosen)),
    leftOut,
  };
};

const inTurns = (pairs: readonly JudgedPair[]): readonly DocId[] => {
  const byQuery = [...groupBy(pairs, ({ query }) => query)]
    .sort(([a], [b]) => byCodePoint(a, b))
    .map(([, own]) => own.map(({ document }) => document));
  return byTurns(byQuery);
};
