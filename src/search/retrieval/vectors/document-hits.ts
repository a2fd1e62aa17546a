import {
  byRank,
  byRankIdAscending,
  type DocId,
  type Hit,
  type Query,
  type Ranking,
  ranking,
} from '../../../core/index.js';

/** Which documents stay at the cut-off among those of equal score. */
export type TiesAtCutOff = 'id-descending' | 'id-ascending';

export interface HitRules {
  readonly topK: number;
  readonly ties: TiesAtCutOff;
  /** Leaves out the document whose id is the query's. */
  readonly dropIdenticalIds: boolean;
}

/** Documents, each with the number of its text, and how many texts there are. */
export interface NumberedDocuments {
  readonly ids: readonly DocId[];
  readonly textOf: Uint32Array;
  readonly keys: { readonly length: number };
}

export const keptHits = (
  query: Query,
  hits: readonly Hit[],
  { topK, ties, dropIdenticalIds }: HitRules,
): Ranking =>
  ranking(
    hits
      .filter(({ docId }) => !dropIdenticalIds || (docId as string) !== query.id)
      .sort(ORDER[ties])
      .slice(0, topK),
  );

/** How many documents, with all that tie with the last, a ranking is made of. */
export const neededFor = ({ topK, dropIdenticalIds }: HitRules): number =>
  dropIdenticalIds ? topK + 1 : topK;

const ORDER = { 'id-descending': byRank, 'id-ascending': byRankIdAscending } as const;

/** Turns texts that were found into hits: every document that has the text, best first, as many as requested. */
export const documentHits = ({ ids, textOf, keys }: NumberedDocuments, rules: HitRules) => {
  const starts = new Uint32Array(keys.length + 1);
  for (const text of textOf) starts[text + 1]!++;
  for (let text = 0; text < keys.length; text++) starts[text + 1]! += starts[text]!;
  const documents = new Uint32Array(ids.length);
  const next = starts.slice();
  for (const [document, text] of textOf.entries()) documents[next[text]!++] = document;
  return {
    /** How many texts, with all that tie with the last, are enough. */
    needed: neededFor(rules),
    of: (query: Query, { rows, scores }: FoundRows): Ranking => {
      const hits: Hit[] = [];
      for (const [i, row] of rows.entries())
        for (const document of documents.subarray(starts[row]!, starts[row + 1]!))
          hits.push({ docId: ids[document]!, score: scores[i]! });
      return keptHits(query, hits, rules);
    },
  };
};

/** Rows found for a query (vectors, or distinct texts) in no order, and their scores. */
export interface FoundRows {
  readonly rows: Uint32Array;
  readonly scores: Float64Array;
}

/** The k best of what was found, and what ties with the last of them. */
export const bestOf = ({ rows, scores }: FoundRows, k: number): FoundRows => {
  if (rows.length <= k) return { rows: rows.slice(), scores: scores.slice() };
  const last = kthHighest(scores, k);
  let size = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i]! >= last) size++;
  const best = { rows: new Uint32Array(size), scores: new Float64Array(size) };
  for (let i = 0, next = 0; next < size; i++) {
    if (!(scores[i]! >= last)) continue;
    best.rows[next] = rows[i]!;
    best.scores[next++] = scores[i]!;
  }
  return best;
};

/** Holds the scores above one that k others reach. They are soon very few, so that most scores cost a comparison. */
const kthHighest = (scores: Float64Array, k: number): number => {
  const held = new Float64Array(2 * k);
  let size = 0;
  let floor = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (!(score > floor)) continue;
    held[size++] = score;
    if (size < held.length) continue;
    floor = selected(held, k);
    size = k;
  }
  return size < k ? Number.NEGATIVE_INFINITY : selected(held.subarray(0, size), k);
};

/** The k-th highest, by Hoare's selection: it is put where it belongs, with the higher ones before it. */
const selected = (values: Float64Array, k: number): number => {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! > pivot) i++;
      while (values[j]! < pivot) j--;
      if (i > j) break;
      const swapped = values[i]!;
      values[i++] = values[j]!;
      values[j--] = swapped;
    }
    if (k - 1 <= j) high = j;
    else if (k - 1 >= i) low = i;
    else break;
  }
  return values[k - 1]!;
};
