import { failedWithin, firstWords, type QueryId, type Retriever } from '../../../core/index.js';
import { openQuestion } from '../../../models/prompts/index.js';
import type { GenerationMethod } from '../generation-method.js';
import { namedMethod } from '../named-method.js';
import { type MethodSetting, methodSetting, oneCall } from './method-setting.js';
import { numbered, retrievedTexts } from './retrieved-texts.js';

interface LamerSetting extends MethodSetting {
  /** Finds what the model is shown; the reference implementation takes its BM25. */
  readonly retriever: Retriever;
}

/** Documents shown, and words of each: the reference implementation's. */
const DEPTH = 10;
const WORDS = 512;

/** LameR (Shen and others, arXiv 2304.14233): the model sees what a first search found and writes the correct passage. */
export const lamer = ({ prompts, task, retriever, reasoning }: LamerSetting): GenerationMethod => {
  const question = openQuestion(prompts, task, 'lamer');
  return {
    method: 'lamer',
    spec: { method: 'lamer', ...question.spec, retriever: retriever.spec, depth: DEPTH, words: WORDS },
    open: async (corpus, tools) => {
      const runner = await retriever.open(corpus, tools);
      const passages = new Map<QueryId, string>();
      const passagesOf = (id: QueryId): string => {
        const found = passages.get(id);
        if (found === undefined) throw new Error(`lamer was not prepared for the query "${id}"`);
        return found;
      };
      return {
        ...oneCall(({ id, text }) => question.messages({ TEXT: text, PASSAGE: passagesOf(id) }), reasoning),
        get failed() {
          return failedWithin(runner.facts, 'in searches while writing');
        },
        prepare: async (queries) => {
          // The query alone: the reference implementation does not search with texts of other methods.
          const ranked = await runner.run(queries.map(({ id, text }) => ({ id, text })));
          const texts = await retrievedTexts(ranked, corpus, DEPTH, (text) => firstWords(text, WORDS).text);
          for (const [i, { id }] of queries.entries()) passages.set(id, numbered(texts[i]!));
        },
      };
    },
    ...(retriever.close && { close: () => retriever.close!() }),
  };
};

/** `lamer` in a system's text; it searches with the reference implementation's BM25. */
export const lamerMethod = namedMethod({
  settings: {},
  expansion: { join: 'after-query', dense: 'average' },
  make: async (context) =>
    lamer({ ...methodSetting(context), retriever: await context.retriever('bm25', DEPTH) }),
});
