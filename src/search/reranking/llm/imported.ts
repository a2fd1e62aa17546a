import { InputError, type JsonObject, type ShownText, setting } from '../../../core/index.js';
import type { Message } from '../../../models/llms/index.js';
import { type RerankPrompt, rerankMessages, shownIn } from '../../../models/prompts/index.js';
import { listedPositions, readList, readOrder, withTheRest } from './read-order.js';
import type { Tally } from './tally.js';

export const PROMPT = setting.text(
  "prompt of another program's reranker, from r2med prompts import; ours by default",
);

/** How a list is asked for and its answer read. */
export interface ListWording {
  readonly spec: JsonObject;
  readonly facts?: JsonObject;
  shown(text: string): ShownText;
  messages(
    query: string,
    documents: readonly { readonly text: string; readonly score: number }[],
  ): readonly Message[];
  read(answer: string, count: number, tally: Tally): readonly number[] | undefined;
}

/** What a spec says of an imported prompt: the text of it is in the hash. */
export const promptSpec = ({ name, hash }: RerankPrompt): JsonObject => ({ prompt: { name, hash } });

/** What the record says of where it is from. */
export const promptFacts = ({ name, from }: RerankPrompt): JsonObject => ({ prompt: { name, ...from } });

/** RankLLM's default, for the prompts that are cut by words. */
const WORDS = 300;
const MOST_LETTERS = 26;

export const importedList = (
  prompt: RerankPrompt,
  task: string,
  window: number,
  said: number | undefined,
): ListWording => {
  const words = said ?? (prompt.shows === 'words' ? WORDS : undefined);
  if (prompt.answer === 'letters' && window > MOST_LETTERS)
    throw new InputError({
      found: `listwise: windows of ${window} documents under letters, which "${prompt.name}" asks for`,
      expected: `windows of up to ${MOST_LETTERS}`,
      fix: `write window=${MOST_LETTERS} or less`,
    });
  const reads = { order: readOrder, letters: readLetters, list: readWholeList, scores: readOrder };
  return {
    spec: { ...promptSpec(prompt), words: words ?? 'all' },
    facts: promptFacts(prompt),
    shown: (text) => shownIn(prompt, text, words),
    messages: (query, documents) => rerankMessages(prompt, task, query, documents),
    read: (answer, count, tally) => reads[prompt.answer](afterThoughts(answer), count, tally),
  };
};

/** RankLLM and DIVER read what follows the last end of thoughts. */
export const afterThoughts = (answer: string): string => answer.slice(answer.lastIndexOf('</think>') + 1);

/** `[B] > [A]`: capital letters that stand alone. */
const readLetters = (answer: string, count: number, tally: Tally): readonly number[] | undefined => {
  const letters = answer.match(/(?<![\p{L}\p{N}])[A-Z](?![\p{L}\p{N}])/gu) ?? [];
  return whole(
    letters.map((letter) => letter.charCodeAt(0) - 64),
    count,
    tally,
  );
};

const readWholeList = (answer: string, count: number, tally: Tally): readonly number[] | undefined =>
  filledUp(readList(answer, count, tally), count, tally);

const whole = (numbers: readonly number[], count: number, tally: Tally): readonly number[] | undefined =>
  filledUp(listedPositions(numbers, count, tally), count, tally);

const filledUp = (
  named: readonly number[] | undefined,
  count: number,
  tally: Tally,
): readonly number[] | undefined => {
  if (!named) return undefined;
  tally.missing += count - named.length;
  return withTheRest(named, count);
};
