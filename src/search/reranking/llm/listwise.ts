import {
  defined,
  firstWords,
  InputError,
  type SettingValues,
  setting,
  settledSettings,
} from '../../../core/index.js';
import { conversation, type Message } from '../../../models/llms/index.js';
import { fill, importedPrompt, type Prompts, type Template } from '../../../models/prompts/index.js';
import { hitsByPosition } from './hits-by-position.js';
import { importedList, type ListWording, PROMPT } from './imported.js';
import { exactly, type LlmRerankMethod, type LlmSettings, llmRerankMethod } from './llm-rerank-method.js';
import { readOrder } from './read-order.js';
import { slide, windowsOf } from './windows.js';

/** What a system's text may say of it; the defaults are RankGPT's. */
export const LISTWISE = {
  window: setting.count('documents shown at once', 20),
  step: setting.count(
    'how far a window begins nearer to the top than the one before; half a window by default',
  ),
  passes: setting.count('how often the windows go over the list', 1),
  words: setting.count('words shown of a document', 300),
  prompt: PROMPT,
} as const;

/** RankGPT (Sun and others, arXiv 2304.09542): the model orders windows of documents that slide from the end to the top. */
export const listwise = (settings: LlmSettings & SettingValues<typeof LISTWISE>): LlmRerankMethod => {
  const { prompts, task } = settings;
  const { window, passes, words, ...own } = settledSettings('listwise', LISTWISE, settings);
  const step = stepOf('listwise', window, own.step);
  const wording =
    own.prompt === undefined
      ? rankGpt(prompts, task, words)
      : importedList(importedPrompt(prompts, 'listwise', own.prompt), task, window, settings.words);
  return llmRerankMethod(settings, {
    name: 'listwise',
    spec: { ...wording.spec, window, step, passes },
    ...defined({ facts: wording.facts }),
    sampling: { temperature: 0 },
    callsPerQuery: (depth) => exactly(passes * windowsOf(depth, window, step).length),
    order: async ({ query, documents }, { ask, tally }) => {
      const texts = new Map(documents.map(({ docId, text }) => [docId, wording.shown(text)]));
      tally.cutDocuments += [...texts.values()].filter(({ cut }) => cut).length;
      const ordered = await slide(documents, { window, step, passes }, async (shown, pass) => {
        const listed = shown.map(({ docId, score }) => ({ text: texts.get(docId)!.text, score }));
        return ask(
          () => wording.messages(query.text, listed),
          (answer, counts) => wording.read(answer, shown.length, counts),
          pass,
        );
      });
      return { hits: ordered && hitsByPosition(ordered) };
    },
  });
};

/** The step of windows, half of one by default. Larger steps than windows would leave documents unseen between two of them. */
export const stepOf = (method: string, window: number, step = Math.ceil(window / 2)): number => {
  if (window >= 2 && step <= window) return step;
  throw new InputError({
    found: `${method}: windows of ${window} documents in steps of ${step}`,
    expected: 'windows of 2 documents or more, and steps that are no larger',
    fix: `write a step up to the window, or leave it out: half a window`,
  });
};

/** RankGPT's way, in our words. */
const rankGpt = (prompts: Prompts, task: string, words: number): ListWording => {
  const wordings = {
    system: prompts.template('rerank-listwise/system', task),
    opening: prompts.template('rerank-listwise/opening', task),
    ready: prompts.template('rerank-listwise/ready', task),
    received: prompts.template('rerank-listwise/received', task),
    template: prompts.template('rerank-listwise', task),
  };
  return {
    spec: { ...Object.fromEntries(Object.entries(wordings).map(([name, { hash }]) => [name, hash])), words },
    shown: (text) => firstWords(text, words),
    messages: (query, documents) => passageByPassage(wordings, query, documents),
    read: readOrder,
  };
};

/** Every document is a separate turn that the model is made to have acknowledged; the last turn asks for the order. */
const passageByPassage = (
  { system, opening, ready, received, template }: Readonly<Record<string, Template>>,
  query: string,
  documents: readonly { readonly text: string }[],
): readonly Message[] => {
  const places = { QUERY: query, COUNT: String(documents.length) };
  const said = (role: Message['role'], wording: Template, values: Readonly<Record<string, string>>) => ({
    role,
    content: fill(wording, values),
  });
  return [
    ...conversation(system!, fill(opening!, places)),
    { role: 'assistant', content: ready!.text },
    ...documents.flatMap(({ text }, i): Message[] => [
      { role: 'user', content: `[${i + 1}] ${text}` },
      said('assistant', received!, { NUMBER: String(i + 1) }),
    ]),
    said('user', template!, places),
  ];
};
