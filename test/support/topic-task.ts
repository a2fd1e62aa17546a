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
 * common words. `shared` is the share of the words of its topic that a query has; `misleading` documents for each query repeat the words of the query and
 * are not relevant.
 */
export const topicTask = (
  seed: number,
  {
    queries = 30,
    documents = 300,
    shared = 0.3,
    misleading = 0,
  }: { queries?: number; documents?: number; shared?: number; misleading?: number } = {},
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
  const asked = names.map((id, topic) => ({
    id,
    text: [...common(12), ...topicWords(topic).filter(() => next() < shared)].join(' '),
  }));
  const repeated = asked.flatMap(({ text }) =>
    Array.from({ length: misleading }, () => [...common(20), text].join(' ')),
  );
  return {
    documents: [...texts, ...repeated].map((text, i) => ({ id: `d${i}`, text })),
    queries: asked,
    judgements: names.flatMap((id, topic) =>
      order.flatMap((own, i) => (own >> 1 === topic ? [[id, `d${i}`, 1] as const] : [])),
    ),
    answers: {},
  };
};

/** Numbers that a task of the same seed is not made of: the same ones would tie the damage to the order of the documents. */
const damage = (seed: number) => random(~seed);

/** Each query with the relevant documents of another. */
export const withShuffledJudgements = (task: TopicTask, seed: number): TopicTask => {
  const next = damage(seed);
  const ids = task.queries.map(({ id }) => id);
  const dealt = ids.map((id) => ({ id, key: next() })).toSorted((a, b) => a.key - b.key);
  const other = new Map(ids.map((id, i) => [id, dealt[i]!.id]));
  return { ...task, judgements: task.judgements.map(([query, ...rest]) => [other.get(query)!, ...rest]) };
};

/** Two queries each have the relevant documents of the other. */
export const withSwappedJudgements = (task: TopicTask): TopicTask => {
  const other = new Map(task.queries.map(({ id }, i) => [id, (task.queries[i ^ 1] ?? task.queries[0]!).id]));
  return { ...task, judgements: task.judgements.map(([query, ...rest]) => [other.get(query)!, ...rest]) };
};

/** Each judgement names the document after the one that it means. */
export const withShiftedJudgements = (task: TopicTask): TopicTask => {
  const next = new Map(
    task.documents.map(({ id }, i) => [id, task.documents[(i + 1) % task.documents.length]!.id]),
  );
  return {
    ...task,
    judgements: task.judgements.map(([query, document, grade]) => [query, next.get(document)!, grade]),
  };
};

/** Each judgement names any document. */
export const withRandomJudgements = (task: TopicTask, seed: number): TopicTask => {
  const next = damage(seed);
  const any = () => task.documents[Math.floor(next() * task.documents.length)]!.id;
  return { ...task, judgements: task.judgements.map(([query, , grade]) => [query, any(), grade]) };
};

export const withGarbledQueries = (task: TopicTask): TopicTask => ({
  ...task,
  queries: task.queries.map(({ id, text }) => ({ id, text: rot13(text) })),
});

/** The reference answer of a query is the last words of a relevant document. */
export const withAnswers = (task: TopicTask): TopicTask => ({
  ...task,
  answers: Object.fromEntries(
    task.judgements.map(([query, document]) => {
      const words = task.documents.find(({ id }) => id === document)!.text.split(' ');
      return [query, words.slice(-3).join(' ')];
    }),
  ),
});

/** Letters of the first half of the alphabet become those of the second, and the other way round. */
export const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });

export const taskOfTopics = (task: TopicTask): Task => auditedTask(task);
