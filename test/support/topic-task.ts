import { random, type Task } from '../../src/core/index.js';
import { auditedTask } from './audited-task.js';

export interface TopicTask {
  readonly documents: readonly { readonly id: string; readonly text: string }[];
  readonly queries: readonly { readonly id: string; readonly text: string }[];
  readonly judgements: readonly (readonly [query: string, document: string, grade: number])[];
  readonly answers: Readonly<Record<string, string>>;
}

const SYLLABLES = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'ha',
  'ke',
  'li',
  'mo',
  'nu',
  'pa',
  're',
  'si',
  'to',
  'vu',
  'za',
];

/** Different pseudo-words for different numbers. */
const word = (number: number): string =>
  [number & 15, (number >> 4) & 15, (number >> 8) & 15].map((i) => SYLLABLES[i]!).join('');

/**
 * A task in which every query has a topic: two documents tell of it in words of its own, and the query has some of these words. The rest of all texts is
 * common words. `shared` is the share of the words of its topic that a query has.
 */
export const topicTask = (
  seed: number,
  {
    queries = 30,
    documents = 300,
    shared = 0.3,
  }: { queries?: number; documents?: number; shared?: number } = {},
): TopicTask => {
  const next = random(seed);
  const common = (count: number) => Array.from({ length: count }, () => word(Math.floor(next() ** 2 * 300)));
  const topicWords = (topic: number) => [0, 1, 2, 3, 4].map((i) => word(300 + topic * 5 + i));
  const order = Array.from({ length: documents }, (_, i) => i);
  for (let i = documents - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  const names = Array.from({ length: queries }, (_, i) => `q${i}`);
  const texts = order.map((topic) =>
    [...common(20 + Math.floor(next() * 40)), ...topicWords(topic >> 1)].join(' '),
  );
  return {
    documents: texts.map((text, i) => ({ id: `d${i}`, text })),
    queries: names.map((id, topic) => ({
      id,
      text: [...common(12), ...topicWords(topic).filter(() => next() < shared)].join(' '),
    })),
    judgements: names.flatMap((id, topic) =>
      order.flatMap((own, i) => (own >> 1 === topic ? [[id, `d${i}`, 1] as const] : [])),
    ),
    answers: {},
  };
};

/** Each query with the relevant documents of another. */
export const withShuffledJudgements = (task: TopicTask, seed: number): TopicTask => {
  const next = random(seed);
  const ids = task.queries.map(({ id }) => id);
  const dealt = ids.map((id) => ({ id, key: next() })).toSorted((a, b) => a.key - b.key);
  const other = new Map(ids.map((id, i) => [id, dealt[i]!.id]));
  return { ...task, judgements: task.judgements.map(([query, ...rest]) => [other.get(query)!, ...rest]) };
};

/** Letters of the first half of the alphabet become those of the second, and the other way round. */
export const rot13 = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97));

export const taskOfTopics = (task: TopicTask): Task => auditedTask(task);
