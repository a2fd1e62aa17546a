import {
  defined,
  firstWords,
  InputError,
  type SettingValues,
  setting,
  settledSettings,
} from '../../../core/index.js';
import {
  importedPrompt,
  openQuestion,
  type Prompts,
  type RerankPrompt,
  rerankMessages,
  shownIn,
} from '../../../models/prompts/index.js';
import { byScore, meanOf, minMax } from './hits-by-position.js';
import { PROMPT, promptFacts, promptSpec } from './imported.js';
import { exactly, type LlmRerankMethod, type LlmSettings, llmRerankMethod } from './llm-rerank-method.js';
import { HIGHEST, readScore } from './read-scores.js';

/** What a system's text may say of it. DIVER mixes its score and the first stage's half and half. */
export const POINTWISE = {
  samples: setting.count('scores requested per document; their mean counts', 1),
  scale: setting.oneOf(['10', '100'], 'highest score; up to 100 a rubric says what each range means', '10'),
  words: setting.count('words shown of a document', 300),
  weight: setting.number("share of the model's score; the first stage's, scaled to 0–1, has the rest", 1, {
    expected: 'a share above 0 and up to 1',
    holds: (weight) => weight > 0 && weight <= 1,
    range: [0.1, 1],
  }),
  prompt: PROMPT,
} as const;

/** A prompt of another program says its own scale. */
export const mayScale = ({ scale, prompt }: { readonly scale?: string; readonly prompt?: string }): void => {
  if (scale !== undefined && prompt !== undefined)
    throw new InputError({
      found: `scale=${scale} with prompt=${prompt}, which says its own scale`,
      fix: 'leave out one of the two',
    });
};

/** Among equal scores the first stage decides; small compared with a tenth, and still apart in 32 bits. */
const PER_PLACE = 2 ** -20;

/** The model gives each document a separate score from 0 to 10, or to 100. */
export const pointwise = (settings: LlmSettings & SettingValues<typeof POINTWISE>): LlmRerankMethod => {
  const { prompts, task } = settings;
  const { samples, scale, words, weight, prompt } = settledSettings('pointwise', POINTWISE, settings);
  const wording =
    prompt === undefined
      ? ownWording(prompts, task, scale, words)
      : importedWording(importedPrompt(prompts, 'pointwise', prompt), task, settings.words);
  const { highest } = wording;
  return llmRerankMethod(settings, {
    name: 'pointwise',
    ...defined({ facts: wording.facts }),
    spec: { ...wording.spec, samples, weight, firstStage: 'min-max', ties: 'first-stage' },
    // One score should be the likeliest; several are to differ, as much as the model's own sampling lets them.
    sampling: samples === 1 ? { temperature: 0 } : {},
    callsPerQuery: (depth) => exactly(depth * samples),
    answersPerDocument: samples,
    order: async ({ query, documents }, { ask, tally }) => {
      const shown = documents.map(({ text }) => wording.shown(text));
      tally.cutDocuments += shown.filter(({ cut }) => cut).length;
      const scoreOf = (document: string, sample: number): Promise<number | undefined> =>
        ask(
          () => wording.messages(query.text, document),
          (answer, counts) => readScore(answer, counts, highest),
          sample,
        );
      const sampled = await Promise.all(
        shown.map(({ text }) =>
          Promise.all(Array.from({ length: samples }, (_, sample) => scoreOf(text, sample))),
        ),
      );
      const first = minMax(documents.map(({ score }) => score));
      const modelScores = sampled.map((values) => meanOf(values.filter((value) => value !== undefined)));
      const scores = modelScores.map((mean, place) => {
        if (mean === undefined) return undefined;
        return (weight * mean) / highest + (1 - weight) * first[place]! - place * PER_PLACE;
      });
      return { hits: byScore(documents, scores, tally), modelScores };
    },
  });
};

/** Our words. */
const ownWording = (prompts: Prompts, task: string, scale: '10' | '100', words: number) => {
  const isRubric = scale === '100';
  const question = openQuestion(prompts, task, isRubric ? 'rerank-pointwise/rubric' : 'rerank-pointwise');
  return {
    spec: { ...question.spec, words, ...(isRubric && { highest: 100 }) },
    facts: undefined,
    highest: isRubric ? 100 : HIGHEST,
    shown: (text: string) => firstWords(text, words),
    messages: (query: string, document: string) => question.messages({ QUERY: query, DOCUMENT: document }),
  };
};

/** Another program's, which shows documents whole unless a number of words is said. */
const importedWording = (prompt: RerankPrompt, task: string, words: number | undefined) => ({
  spec: { ...promptSpec(prompt), words: words ?? 'all' },
  facts: promptFacts(prompt),
  highest: prompt.highest ?? HIGHEST,
  shown: (text: string) => shownIn(prompt, text, words),
  messages: (query: string, text: string) => rerankMessages(prompt, task, query, [{ text, score: 0 }]),
});
