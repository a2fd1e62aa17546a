import type { Message } from '../../src/models/llms/index.js';

/** What the model of a recipe says to a prompt: in the form that the prompt asks for, and decided by nothing but the prompt. */
export const recipeAnswer = (messages: readonly Message[]): string => {
  const asked = messages.map(({ content }) => content).join('\n');
  return FORMS.find(([mark]) => asked.includes(mark))?.[1](asked, messages) ?? passage(asked);
};

/** One text for all would say nothing of any. */
const passage = (asked: string): string =>
  `Neurons that fire for one direction tire after ${asked.length} seconds, and those for the other one win for a while.`;

/** A part of the prompt that asks for a form, and an answer in it. */
const FORMS: readonly (readonly [string, (asked: string, messages: readonly Message[]) => string])[] = [
  ['Score: N', (asked) => `Score: ${asked.length % (asked.includes('0 to 100') ? 101 : 11)}`],
  [
    '<answer>{"[1]"',
    (asked) => {
      const scores = numbersIn(asked).map((number) => [`[${number}]`, (7 * number) % 11]);
      return `<reason>They differ.</reason>\n<answer>${JSON.stringify(Object.fromEntries(scores))}</answer>`;
    },
  ],
  [
    '[2] > [1] > [3]',
    (asked) =>
      numbersIn(asked)
        .toReversed()
        .map((number) => `[${number}]`)
        .join(' > '),
  ],
  [
    '[1] 80',
    (asked) =>
      `Scores:\n${numbersIn(asked)
        .map((number) => `[${number}] ${(37 * number) % 101}`)
        .join('\n')}`,
  ],
  [
    '"final_results"',
    (_asked, messages) =>
      messages.length === 1
        ? '{"tool": "retrieve", "query": "motion aftereffect", "k": 3}'
        : '{"tool": "final_results", "documents": ["D2", "D1"]}',
  ],
];

/** The numbers under which documents are shown. */
const numbersIn = (asked: string): readonly number[] =>
  [...new Set([...asked.matchAll(/^\[(\d+)\] /gm)].map(([, number]) => Number(number)))].sort(
    (a, b) => a - b,
  );
