import { firstWords, type SettingValues, setting, settledSettings } from '../../../core/index.js';
import { openQuestion } from '../../../models/prompts/index.js';
import type { Candidate } from '../rerank-method.js';
import { heapComparisons, heapTop } from './heap.js';
import { hitsByPosition } from './hits-by-position.js';
import { type LlmRerankMethod, type LlmSettings, llmRerankMethod } from './llm-rerank-method.js';
import type { Tally } from './tally.js';

const LABELS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** "Document B", "Passage [B]", `"label": "B"`. */
const NAMED =
  /\b(?:[Dd]ocument|[Pp]assage|[Ll]abel|[Aa]nswer)(?:\sis)?[^\p{L}\p{N}]{1,6}([A-Z])(?![\p{L}\p{N}'’])/u;
/** The label and nothing else but marks. */
const ALONE = /^[^\p{L}\p{N}]{0,9}([A-Za-z])[^\p{L}\p{N}]*$/u;

/**
 * The place in a set of `count` documents whose letter an answer says: alone, or after the word for it, where the first one
 * counts. Undefined, and counted, when there is none or it is not a letter of the set.
 */
export const readLabel = (answer: string, count: number, tally: Tally): number | undefined => {
  const label = (ALONE.exec(answer) ?? NAMED.exec(answer))?.[1]?.toUpperCase();
  if (label === undefined) {
    tally.unparsed += 1;
    return undefined;
  }
  const place = LABELS.indexOf(label);
  if (place < count) return place;
  tally.unknown += 1;
  return undefined;
};

/** What a system's text may say of it. Setwise compares a document and its three children, and places 10. */
export const SETWISE = {
  set: setting.number('documents compared at once', 4, {
    expected: `2 to ${LABELS.length} documents, as many as there are letters`,
    holds: (set) => Number.isInteger(set) && set >= 2 && set <= LABELS.length,
  }),
  top: setting.count("documents that are placed; the others keep the first stage's order behind them", 10),
  words: setting.count('words shown of a document', 300),
} as const;

/** Setwise (Zhuang and others, arXiv 2310.09497): the model picks the best of a few documents, and a heap sorts by that. */
export const setwise = (settings: LlmSettings & SettingValues<typeof SETWISE>): LlmRerankMethod => {
  const { prompts, task } = settings;
  const { set, top, words } = settledSettings('setwise', SETWISE, settings);
  const question = openQuestion(prompts, task, 'rerank-setwise');
  return llmRerankMethod(settings, {
    name: 'setwise',
    spec: { ...question.spec, set, top, words, sort: 'heap' },
    sampling: { temperature: 0 },
    callsPerQuery: (depth) => heapComparisons(depth, set - 1, top),
    order: async ({ query, documents }, { ask, tally }) => {
      const texts = new Map(documents.map(({ docId, text }) => [docId, firstWords(text, words)]));
      tally.cutDocuments += [...texts.values()].filter(({ cut }) => cut).length;
      // A heap of answers that never came would put the last documents first.
      let read = documents.length < 2;
      const best = async (shown: readonly Candidate[]): Promise<number> => {
        const listed = shown.map(({ docId }, i) => `Document ${LABELS[i]}: ${texts.get(docId)!.text}`);
        const place = await ask(
          () => question.messages({ QUERY: query.text, DOCUMENTS: listed.join('\n\n') }),
          (answer, counts) => readLabel(answer, shown.length, counts),
        );
        if (place !== undefined) read = true;
        // As in Setwise's own program, the first of the set is taken when nothing can be read.
        return place ?? 0;
      };
      const ordered = await heapTop(documents, set - 1, top, best);
      return { hits: read ? hitsByPosition(ordered) : undefined };
    },
  });
};
