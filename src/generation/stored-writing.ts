import { type DenseJoin, InputError, type LexicalJoin, type Query, type Rewriter } from '../core/index.js';
import { answerOf, type ReasoningStyle } from '../models/index.js';

export interface StoredTexts {
  readonly method: string;
  readonly llm: string;
  /** Where the answer begins in this model's raw output. */
  readonly reasoning: ReasoningStyle;
  /** Raw output by query id. */
  readonly texts: ReadonlyMap<string, string>;
  /** Says where the texts came from, for messages. */
  readonly source: string;
  /** Hash of the texts, so that two records with different texts differ. */
  readonly hash: string;
  /**
   * Does as the reference does: query2doc's copies are joined without a space, and output that ends inside its reasoning is
   * searched with as a whole. By default copies are separated and such a query is searched as it stands.
   */
  readonly asPublished?: boolean;
}

/** Puts texts written earlier into the queries, without asking a model. */
export const storedWriting = (stored: StoredTexts): Rewriter => {
  const { method, llm, reasoning, texts, source, hash, asPublished = false } = stored;
  const join = lexicalJoin(method, reasoning, asPublished);
  const dense = denseJoin(method, reasoning);
  return {
    name: `${method}(${llm})`,
    spec: { stage: 'stored-writing', method, llm, reasoning, join, dense, asPublished, texts: hash },
    open: async (_corpus, tools) => ({
      facts: {},
      run: async (queries) => {
        const counts = { missing: 0, unanswered: 0 };
        const written = queries.map((query): Query => {
          const raw = texts.get(query.id);
          if (raw === undefined) {
            counts.missing += 1;
            return query;
          }
          const answer = answerOf(raw, reasoning);
          if (answer === undefined) counts.unanswered += 1;
          const text = answer ?? (asPublished ? raw : undefined);
          return text === undefined ? query : { ...query, written: [{ method, llm, text, join, dense }] };
        });
        if (counts.missing === queries.length && queries.length > 0)
          throw new InputError({
            at: { file: source },
            found: `no text for any of the ${queries.length} queries`,
            expected: `ids such as "${queries[0]!.id}"`,
            fix: 'give the file that belongs to this task',
          });
        if (counts.missing)
          tools.note(`${source}: no text for ${counts.missing} queries; they are searched as they stand`);
        if (counts.unanswered)
          tools.note(
            `${source}: ${counts.unanswered} texts end inside their reasoning; ` +
              (asPublished ? 'searched with as a whole' : 'those queries are searched as they stand'),
          );
        return written;
      },
    }),
  };
};

/**
 * How a text enters a bag-of-words search: the reference searches with a reasoning model's answer alone, whatever the
 * method; otherwise the method decides.
 */
const lexicalJoin = (method: string, reasoning: ReasoningStyle, asPublished: boolean): LexicalJoin => {
  if (reasoning !== 'none') return 'alone';
  if (method === 'lamer') return 'after-query';
  if (method === 'query2doc') return asPublished ? 'after-query-glued' : 'after-query-twice';
  return 'alone';
};

/** How it enters a search by vectors: the reference joins query2doc's texts into one, unless a reasoning model wrote them. */
const denseJoin = (method: string, reasoning: ReasoningStyle): DenseJoin =>
  method === 'query2doc' && reasoning === 'none' ? 'joined' : 'average';
