import { firstWords, type ShownText } from '../../../core/index.js';
import { openQuestion } from '../../../models/prompts/index.js';
import { hitsByPosition } from './hits-by-position.js';
import { exactly, type LlmRerankMethod, type LlmSettings, llmRerankMethod } from './llm-rerank-method.js';
import { readList, withTheRest } from './read-order.js';
import { onOneLine } from './shown-text.js';

interface GptSettings extends LlmSettings {
  /** Gives back the listed documents only, as the reference implementation does; by default the others follow in their old order. */
  readonly asPublished?: boolean;
}

const LISTED = 10;
/** From this many candidates on only the beginning of each document is shown. */
const MANY = 50;
/**
 * That beginning is 64 tokens of cl100k. No tokenizer for it is part of this package, so it is estimated by OpenAI's rule of thumb:
 * 100 tokens are about 75 words.
 */
const WORDS_OF_MANY = 48;

/**
 * The GPT reranker of R2MED's first public commit (45cbac5), which descends from BRIGHT's: all candidates in one call, reasoning
 * requested, and a list of the ten best.
 */
export const gptReranker = (settings: GptSettings): LlmRerankMethod => {
  const { prompts, task, asPublished = false } = settings;
  const question = openQuestion(prompts, task, 'rerank-gpt');
  return llmRerankMethod(settings, {
    name: 'gpt',
    spec: {
      ...question.spec,
      listed: LISTED,
      cut: { above: MANY, words: WORDS_OF_MANY, insteadOf: '64 cl100k tokens' },
      unlisted: asPublished ? 'dropped' : 'behind',
    },
    sampling: { temperature: 0.8, topP: 0.8 },
    callsPerQuery: (depth) => exactly(depth < 2 ? 0 : 1),
    order: async ({ query, documents }, { ask, tally }) => {
      const depth = documents.length;
      if (depth < 2) return { hits: hitsByPosition(documents) };
      const shown = documents.map(({ text }) => shownText(text, depth));
      tally.cutDocuments += shown.filter(({ cut }) => cut).length;
      const wanted = Math.min(LISTED, depth);
      const named = await ask(
        () =>
          question.messages({
            QUERY: query.text.replaceAll('\n', '  '),
            DOCUMENTS: shown.map(({ text }, i) => `[${i + 1}]. ${text}`).join('\n\n'),
            COUNT: String(wanted),
          }),
        (answer, counts) => readList(answer, depth, counts),
      );
      if (!named) return { hits: undefined };
      tally.missing += Math.max(0, wanted - named.length);
      const places = asPublished ? named : withTheRest(named, depth);
      const hits = hitsByPosition(
        places.map((place) => documents[place]!),
        depth,
      );
      return { hits, ...(asPublished && { short: true as const }) };
    },
  });
};

const shownText = (text: string, depth: number): ShownText => {
  const line = onOneLine(text);
  return depth > MANY ? firstWords(line, WORDS_OF_MANY) : { text: line, cut: false };
};
