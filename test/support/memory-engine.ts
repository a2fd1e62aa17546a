import { byCodePoint, type Corpus, type DocId } from '../../src/core/index.js';
import type { Engine, TermsIndex, TermsRecipe, Weights } from '../../src/search/engines/index.js';
import { analyzer, DOCUMENT_TEXTS, weighDocuments } from '../../src/search/retrieval/index.js';
import { memoryVectors } from './memory-vectors.js';

interface Row {
  readonly row: number;
  readonly id: DocId;
  readonly tokens: readonly string[];
}

const ABOUT = { engine: 'memory', version: '1', cluster: 'none', dataNodes: 1 };

/** An engine in this process that keeps to its interface and nothing more: its candidates have loose bounds. */
export const memoryEngine = (mostTerms = 1000): Engine => ({
  name: 'memory',
  addresses: [],
  about: async () => ABOUT,
  status: async () => ({ about: ABOUT, health: 'green', nodes: [], collections: [], foreign: 0 }),
  openTerms: async (corpus, recipe) => termsOf(await rowsOf(corpus, recipe), recipe, mostTerms),
  openVectors: memoryVectors,
  collections: async () => [],
  drop: async () => {},
  close: async () => {},
});

const rowsOf = async (corpus: Corpus, { analyzer: { name }, documentText }: TermsRecipe): Promise<Row[]> => {
  const { analyze } = analyzer(name);
  const rows: Row[] = [];
  for await (const batch of corpus.rows())
    for (const document of batch)
      rows.push({
        row: rows.length,
        id: document.id,
        tokens: analyze(DOCUMENT_TEXTS[documentText](document)),
      });
  return rows;
};

const termsOf = (rows: readonly Row[], { k1, b }: TermsRecipe, mostTerms: number): TermsIndex => {
  const figures = {
    documents: rows.length,
    nonEmptyDocuments: rows.filter(({ tokens }) => tokens.length > 0).length,
    tokens: rows.reduce((sum, { tokens }) => sum + tokens.length, 0),
  };
  const counts = rows.map(({ tokens }) => {
    const times = new Map<string, number>();
    for (const token of tokens) times.set(token, (times.get(token) ?? 0) + 1);
    return times;
  });
  const having = (term: string): readonly Row[] => rows.filter(({ row }) => counts[row]!.has(term));
  const counted = (terms: readonly string[]) =>
    rows.map(({ row, tokens }) => ({
      length: tokens.length,
      frequencies: Uint32Array.from(terms, (term) => counts[row]!.get(term) ?? 0),
    }));
  const byId = (a: Row, c: Row): number => byCodePoint(a.id, c.id) || a.row - c.row;
  const groups = new Map<DocId, number[]>();
  for (const { id, row } of rows) groups.set(id, [...(groups.get(id) ?? []), row]);
  const luceneScores = (query: Weights): Float32Array => {
    const terms = [...query.keys()];
    const documentFrequencies = Uint32Array.from(terms, (term) => having(term).length);
    const said = terms.flatMap((term, place) => new Array<number>(query.get(term)!).fill(place));
    return weighDocuments(
      { weighting: 'lucene', k1, b },
      { ...figures, documentFrequencies },
      counted(terms),
    ).score(said);
  };
  return {
    facts: { engine: 'memory' },
    figures,
    repeated: [...groups.values()].filter(({ length }) => length > 1),
    mostTerms,
    terms: async (terms) =>
      new Map(
        terms.flatMap((term) => {
          const [first, ...more] = having(term);
          return first ? [[term, { documentFrequency: 1 + more.length, firstRow: first.row }]] : [];
        }),
      ),
    scores: (query) => query.size <= mostTerms,
    search: async (queries, depth) =>
      queries.map((query) => {
        const scores = luceneScores(query);
        return rows
          .map((row) => ({ ...row, score: scores[row.row]! }))
          .filter(({ score }) => score > 0)
          .sort((a, c) => c.score - a.score || byId(a, c))
          .slice(0, depth);
      }),
    candidates: async (queries, depth) =>
      queries.map(({ weights, counted: terms }) => {
        const parts = counted([...weights.keys()]);
        const all = counted(terms);
        return rows
          .map(({ row, id }) => ({
            row,
            id,
            ...all[row]!,
            // As if every document were empty but for its terms.
            score: Math.fround(
              [...weights.values()].reduce((sum, weight, place) => {
                const tf = parts[row]!.frequencies[place]!;
                return sum + (tf > 0 ? (weight * tf) / (tf + k1 * (1 - b)) : 0);
              }, 0),
            ),
          }))
          .filter(({ score }) => score > 0)
          .sort((a, c) => c.score - a.score)
          .slice(0, depth);
      }),
    firstRows: async (count, by) => (by === 'row' ? rows : [...rows].sort(byId)).slice(0, count),
  };
};
