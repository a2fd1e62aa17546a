import { firstWords, type SettingValues, setting, settledSettings } from '../../../core/index.js';
import { openQuestion } from '../../../models/prompts/index.js';
import { hitsByPosition } from './hits-by-position.js';
import { stepOf } from './listwise.js';
import { exactly, type LlmRerankMethod, type LlmSettings, llmRerankMethod } from './llm-rerank-method.js';
import { readOrder } from './read-order.js';
import { type Sliding, slide, windowsOf } from './windows.js';

/** What a system's text may say of it; the defaults of `step` and `words` are RankGPT's. */
export const INSERTRANK = {
  window: setting.count('documents shown at once; all in one call by default'),
  step: setting.count(
    'how far a window begins nearer to the top than the one before; half a window by default',
  ),
  passes: setting.count('how often the windows go over the list', 1),
  words: setting.count('words shown of a document', 300),
} as const;

/** Figures of a score that a model is shown: enough to tell candidates apart, few enough to read. */
const FIGURES = 4;

/** InsertRank (arXiv 2506.14086): the model orders a list in which each document's first-stage score is next to it. */
export const insertrank = (settings: LlmSettings & SettingValues<typeof INSERTRANK>): LlmRerankMethod => {
  const { prompts, task } = settings;
  const { window, passes, words, ...own } = settledSettings('insertrank', INSERTRANK, settings);
  const step = window === undefined ? 1 : stepOf('insertrank', window, own.step);
  const slidingOver = (count: number): Sliding => ({ window: window ?? count, step, passes });
  const question = openQuestion(prompts, task, 'rerank-insertrank');
  return llmRerankMethod(settings, {
    name: 'insertrank',
    spec: {
      ...question.spec,
      window: window ?? 'all',
      ...(window !== undefined && { step }),
      passes,
      words,
      figures: FIGURES,
    },
    // Made for reasoning models, which have sampling of their own.
    sampling: {},
    callsPerQuery: (depth) => exactly(passes * windowsOf(depth, window ?? depth, step).length),
    order: async ({ query, documents }, { ask, tally }) => {
      const texts = new Map(documents.map(({ docId, text }) => [docId, firstWords(text, words)]));
      tally.cutDocuments += [...texts.values()].filter(({ cut }) => cut).length;
      const ordered = await slide(documents, slidingOver(documents.length), async (shown, pass) => {
        const listed = shown.map(
          ({ docId, score }, i) =>
            `[${i + 1}] (score ${Number(score.toPrecision(FIGURES))}) ${texts.get(docId)!.text}`,
        );
        return ask(
          () =>
            question.messages({
              QUERY: query.text,
              DOCUMENTS: listed.join('\n\n'),
              COUNT: String(shown.length),
            }),
          (answer, counts) => readOrder(answer, shown.length, counts),
          pass,
        );
      });
      return { hits: ordered && hitsByPosition(ordered) };
    },
  });
};
