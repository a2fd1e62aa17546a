import { type GeneratedText, lexicalText, type Query, type Rewriter, setting } from '../../core/index.js';

/** What a system's text may say of `synonyms`. */
export const SYNONYM_SETTINGS = { most: setting.count('expansions of a term at most', 5, [1, 20]) } as const;

/** A table of terms, as far as texts say them. */
interface SynonymTable {
  /** As the user names it. */
  readonly name: string;
  /** Hash of its content. */
  readonly hash: string;
  /** Reads what these texts need of it, and gives the expansions of each. */
  expand(texts: readonly string[], most: number): Promise<readonly (readonly string[])[]>;
}

/** More than any task has: the table is read once for all queries. */
const ALL_QUERIES = 1_000_000;

/**
 * Adds the synonyms of a query's terms behind it: `synonyms(FILE) > bm25`. No model is asked. After a generation method the terms of the
 * generated text are looked up, and their synonyms are searched with too.
 */
export const synonyms = (table: SynonymTable, { most = SYNONYM_SETTINGS.most.default } = {}): Rewriter => ({
  name: `synonyms(${table.name}${most === SYNONYM_SETTINGS.most.default ? '' : `, most=${most}`})`,
  spec: { stage: 'synonyms', table: table.hash, most },
  atOnce: ALL_QUERIES,
  open: async (_corpus, tools) => {
    const counts = { queries: 0, expanded: 0, expansions: 0 };
    return {
      get facts() {
        return { synonyms: { ...counts } };
      },
      run: async (queries) => {
        const found = await table.expand(queries.map(lexicalText), most);
        const expanded = found.filter(({ length }) => length > 0).length;
        counts.queries += queries.length;
        counts.expanded += expanded;
        counts.expansions += found.reduce((sum, { length }) => sum + length, 0);
        if (expanded === 0)
          tools.note(`${table.name}: no query has one of its terms; synonyms change nothing`);
        return queries.map((query, i) => withSynonyms(query, found[i]!, table.name));
      },
    };
  },
});

const withSynonyms = (query: Query, found: readonly string[], llm: string): Query => {
  if (found.length === 0) return query;
  const text = found.join(' ');
  const { generated } = query;
  if (!generated) {
    const added: GeneratedText = { method: 'synonyms', llm, text, join: 'after-query', dense: 'joined' };
    return { ...query, generated: [added] };
  }
  // Texts that are searched with one by one are each searched with their synonyms; a search for synonyms alone would be another list.
  if (query.searches === 'each')
    return { ...query, generated: generated.map((each) => ({ ...each, text: `${each.text} ${text}` })) };
  return {
    ...query,
    generated: [...generated, { method: 'synonyms', llm, text, join: 'alone', dense: 'average' }],
  };
};
