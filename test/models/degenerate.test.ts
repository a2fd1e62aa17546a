import { describe, expect, it } from 'vitest';
import {
  type EmbeddedBatch,
  type Embedder,
  type Hit,
  InputError,
  type Retriever,
  type SparseVector,
  type TokenVectors,
  WorkError,
} from '../../src/core/index.js';
import { factsOf } from '../../src/experiment/record/index.js';
import { runSystem } from '../../src/experiment/running/index.js';
import { inCodeSearch, reranker } from '../../src/models/custom/index.js';
import { ChatFailure } from '../../src/models/llms/index.js';
import { openPrompts } from '../../src/models/prompts/index.js';
import { type GenerationMethod, llmRewriter } from '../../src/search/generation/index.js';
import { pipeline } from '../../src/search/pipeline/index.js';
import { listwise, rerank, scored } from '../../src/search/reranking/index.js';
import { bm25, dense, late, searchSystem, sparse } from '../../src/search/retrieval/index.js';
import { countingEmbedder, hashingEmbedder, wordwiseEmbedder } from '../support/embedders.js';
import { madeTask } from '../support/made-task.js';
import { type Asked, type Scripted, scriptedChat } from '../support/scripted-chat.js';
import { testTools } from '../support/tools.js';

/*
 * Models that say nothing, or the wrong thing, in every place that a model fills. Each ends in an error, or in a mark of the record, or
 * in the number that is right: that of the order which the model gave.
 */

const TOPICS = ['gout', 'scurvy', 'rickets', 'anaemia', 'goitre', 'beriberi'];
const documents = TOPICS.map((topic, i) => ({ id: `d${i}`, text: `${topic} is an illness of number ${i}` }));
const task = madeTask({
  documents,
  queries: TOPICS.slice(0, 4).map((topic, i) => ({ id: `q${i}`, text: `what cures ${topic}` })),
  judgements: TOPICS.slice(0, 4).map((_, i) => [`q${i}`, `d${i}`, 1] as const),
});

type Degenerate = 'constant' | 'random' | 'reversed' | 'NaN' | 'empty' | 'truncated' | 'swapped' | 'late';
type Behaviour = Degenerate | 'sound';

/** Numbers that have nothing to do with what the texts say. */
const drawn = (text: string): number =>
  [...text].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5) % 997;

const overlap = (query: string, text: string): number =>
  query.split(' ').filter((word) => text.toLowerCase().includes(word.toLowerCase().replace('?', ''))).length;

/** What of a list a model answers, and where it puts it. */
const answered = <T>(behaviour: Behaviour, values: readonly T[]): readonly T[] => {
  if (behaviour === 'empty') return [];
  if (behaviour === 'truncated') return values.slice(0, values.length >> 1);
  return behaviour === 'swapped' ? values.toReversed() : values;
};

const LATE = 'it did not return within 1 s';

/** An embedder gone wrong. */
const embedding = <Vector>(
  inner: Embedder<Vector>,
  numbersOf: (vector: Vector) => Float32Array,
  behaviour: Behaviour,
): Embedder<Vector> => ({
  ...inner,
  async *embed(texts, role, tools): AsyncGenerator<EmbeddedBatch<Vector>> {
    if (behaviour === 'late') throw new WorkError(LATE);
    const read = texts.map((text) => {
      if (behaviour === 'constant') return 'the same';
      return behaviour === 'random' ? `word${drawn(role + text) % 7}` : text;
    });
    const vectors: Vector[] = [];
    for await (const { embedded } of inner.embed(read, role, tools))
      for (const { place, vector } of embedded) {
        const numbers = numbersOf(vector);
        if (behaviour === 'NaN') numbers.fill(Number.NaN);
        if (behaviour === 'reversed' && role === 'query')
          for (const [i, value] of numbers.entries()) numbers[i] = -value;
        vectors[place] = vector;
      }
    yield { embedded: answered(behaviour, vectors).map((vector, place) => ({ place, vector })), failed: [] };
  },
});

/** Scores gone wrong, of documents for a query. */
const scores = (behaviour: Behaviour, query: string, texts: readonly string[]): readonly number[] =>
  answered(
    behaviour,
    texts.map((text) => {
      if (behaviour === 'constant') return 0.5;
      if (behaviour === 'NaN') return Number.NaN;
      if (behaviour === 'random') return drawn(query + text);
      return overlap(query, text) * (behaviour === 'reversed' ? -1 : 1);
    }),
  );

const forever = (): Promise<never> => new Promise(() => {});

/** The order of a list as a language model writes it. */
const order = (behaviour: Behaviour, { request }: Asked): Scripted => {
  const texts = request.messages.flatMap(({ content }) => /^\[\d+\] (.*)$/.exec(content)?.[1] ?? []);
  const query = /what cures \w+/.exec(request.messages.at(-1)!.content)?.[0] ?? '';
  if (behaviour === 'late') return new ChatFailure('silent', LATE);
  if (behaviour === 'empty') return new ChatFailure('empty', 'no text');
  if (behaviour === 'constant') return 'They are all about illness.';
  if (behaviour === 'NaN') return '[NaN] > [NaN]';
  if (behaviour === 'truncated') return { text: '[', finish: 'length' };
  const points = scores(behaviour, query, texts);
  return [...texts.keys()]
    .sort((a, b) => points[b]! - points[a]!)
    .map((place) => `[${place + 1}]`)
    .join(' > ');
};

const written = (behaviour: Behaviour, { prompt }: Asked): Scripted => {
  if (behaviour === 'late') return new ChatFailure('silent', LATE);
  if (behaviour === 'empty') return new ChatFailure('empty', 'no text');
  if (behaviour === 'NaN') return ' ';
  if (behaviour === 'truncated') return { text: 'an illness', finish: 'length' };
  const [topic = ''] = TOPICS.filter((each) => prompt.includes(each));
  if (behaviour === 'constant') return 'An illness.';
  if (behaviour === 'random') return `word${drawn(topic)}`;
  if (behaviour === 'sound') return `It is ${topic}.`;
  return `It is ${TOPICS[(TOPICS.indexOf(topic) + 1) % 4]}.`;
};

const WRITES: GenerationMethod = {
  method: 'hyde',
  spec: { method: 'hyde', prompt: 'p' },
  open: async () => ({
    expected: () => ({ known: [], further: 0, furtherTokensIn: 0 }),
    write: async (query, ask) => ({
      texts: [(await ask([{ role: 'user', content: query.text }])).text],
      trace: [],
    }),
  }),
};

const code = { version: 1, timeout: 0.05 };

const found = (behaviour: Behaviour, queries: readonly { readonly text: string }[]) =>
  answered(
    behaviour,
    queries.map(({ text }) =>
      behaviour === 'empty' ? [] : ranked(behaviour, text).map(({ docId, score }) => [docId, score] as const),
    ),
  );

const ranked = (behaviour: Behaviour, text: string): readonly Hit[] => {
  const points = scores(
    behaviour === 'truncated' || behaviour === 'swapped' ? 'random' : behaviour,
    text,
    documents.map((each) => each.text),
  );
  return documents.map(({ id }, i) => ({ docId: id, score: points[i]! })) as Hit[];
};

/** A system in which one part is a model gone wrong. */
const STAGES: Readonly<Record<string, (behaviour: Behaviour) => Retriever>> = {
  'a dense embedder': (behaviour) =>
    dense({ name: 'm', embedder: embedding(hashingEmbedder(), (vector) => vector, behaviour) }),
  'a sparse embedder': (behaviour) =>
    sparse({
      name: 'm',
      embedder: embedding(countingEmbedder(), ({ weights }: SparseVector) => weights, behaviour),
    }),
  'a late-interaction embedder': (behaviour) =>
    late({ name: 'm', embedder: embedding(wordwiseEmbedder(), ({ data }: TokenVectors) => data, behaviour) }),
  'a scorer': (behaviour) =>
    pipeline(bm25()).to(
      rerank(
        scored(
          'm',
          reranker({
            name: 'm',
            ...code,
            rerank: ({ text }, list) =>
              behaviour === 'late'
                ? forever()
                : [
                    ...scores(
                      behaviour,
                      text,
                      list.map((each) => each.text),
                    ),
                  ],
          }),
        ),
      ),
    ),
  'an LLM reranker': (behaviour) =>
    pipeline(bm25()).to(
      rerank(
        listwise({
          prompts: openPrompts(),
          task: 'Made',
          chat: scriptedChat((asked) => order(behaviour, asked)),
        }),
      ),
    ),
  'a writer': (behaviour) =>
    pipeline(llmRewriter({ method: WRITES, chat: scriptedChat((asked) => written(behaviour, asked)) })).to(
      bm25(),
    ),
  'a search system': (behaviour) =>
    searchSystem({
      searcher: inCodeSearch({
        name: 'm',
        ...code,
        search: (queries) => (behaviour === 'late' ? forever() : (found(behaviour, queries) as never)),
      }),
    }),
};

type Outcome = 'error' | 'incomplete' | 'wrong order' | 'right';

const EXPECTED: Readonly<Record<string, Readonly<Record<Degenerate, Outcome>>>> = {
  'a dense embedder': embedders(),
  'a sparse embedder': embedders(),
  // The largest of negated products is not the smallest: its order is another one, and no wrong one here.
  'a late-interaction embedder': { ...embedders(), reversed: 'right' },
  'a scorer': {
    ...{ constant: 'incomplete', random: 'right', reversed: 'wrong order', NaN: 'error' },
    ...{ empty: 'error', truncated: 'error', swapped: 'wrong order', late: 'error' },
  },
  'an LLM reranker': {
    ...{ constant: 'incomplete', random: 'right', reversed: 'right', NaN: 'incomplete' },
    ...{ empty: 'incomplete', truncated: 'incomplete', swapped: 'right', late: 'incomplete' },
  },
  'a writer': {
    ...{ constant: 'right', random: 'right', reversed: 'right', NaN: 'incomplete' },
    ...{ empty: 'incomplete', truncated: 'right', swapped: 'right', late: 'incomplete' },
  },
  'a search system': {
    ...{ constant: 'incomplete', random: 'right', reversed: 'right', NaN: 'error' },
    ...{ empty: 'error', truncated: 'error', swapped: 'right', late: 'error' },
  },
};

function embedders(): Readonly<Record<Degenerate, Outcome>> {
  return {
    ...{ constant: 'error', random: 'wrong order', reversed: 'wrong order', NaN: 'error' },
    ...{ empty: 'error', truncated: 'incomplete', swapped: 'wrong order', late: 'error' },
  };
}

/** What becomes of a system; `right` is a score of its own, which is not that of a sound system, nor of the stage before it. */
const outcome = async (system: Retriever): Promise<Outcome | number> => {
  try {
    const { record } = (await runSystem(system, task, testTools())).result;
    const { embedder, reranking } = factsOf(record.facts);
    if (record.incomplete) return 'incomplete';
    return embedder?.wrongOrder || reranking?.wrongOrder ? 'wrong order' : record.scores['nDCG@10']!;
  } catch (error) {
    // Never a stack: what is wrong, in words.
    expect(error).toSatisfy((it) => it instanceof WorkError || it instanceof InputError);
    return 'error';
  } finally {
    await system.close?.();
  }
};

describe.each(Object.entries(STAGES))('%s', (name, make) => {
  it('that is sound scores 1, without a mark', async () => {
    expect(await outcome(make('sound'))).toBe(1);
  });

  it.each(Object.entries(EXPECTED[name]!))('that is %s is told: %s', async (behaviour, expected) => {
    const became = await outcome(make(behaviour as Behaviour));
    if (expected === 'right') expect(became).toBeLessThan(1);
    else expect(became).toBe(expected);
  });
});
