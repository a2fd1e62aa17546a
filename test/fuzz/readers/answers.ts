import { readClass } from '../../../src/benchmarks/construction/classify.js';
import { readLabel as readFilterLabel } from '../../../src/benchmarks/construction/filter/questions.js';
import { readGrades } from '../../../src/benchmarks/construction/judge/grades.js';
import { readPath } from '../../../src/benchmarks/construction/reason.js';
import { readQuestion } from '../../../src/benchmarks/construction/reformulate/index.js';
import { corpusOf, docId, type Query, queryId } from '../../../src/core/index.js';
import { REASONING } from '../../../src/models/llms/reasoning.js';
import { openPrompts } from '../../../src/models/prompts/index.js';
import { summaryIn } from '../../../src/search/generation/agents/document-summary.js';
import {
  lastBetween,
  QUERY,
  withoutBlocks,
  withoutMarks,
} from '../../../src/search/generation/agents/tags.js';
import { parseCandidates } from '../../../src/search/generation/extensions/diagnose.js';
import { generationMethods } from '../../../src/search/generation/generation-methods.js';
import { readVerdict } from '../../../src/search/generation/judge/verdict.js';
import { llmRerankers } from '../../../src/search/reranking/llm/index.js';
import { numbered } from '../../support/reranking.js';
import { scriptedChat } from '../../support/scripted-chat.js';
import { testTools } from '../../support/tools.js';
import { type Reader, reader } from '../reader.js';

/** What models say when they are asked to rank, score or choose, in the forms that are read. */
const RANKED = [
  '[2] > [1] > [3]',
  '[２] > [1] > [9] > [2]',
  '```json\n[3, "1", "[2]"]\n```',
  'Score: 8/10',
  '**Score**: 7.5 out of 10',
  '<answer>{"[1]": 7, "[2]": 3.5, "[3]": "10"}</answer>',
  'Passage B',
  '"label": "C"',
  'Yes, it does.',
  '<think>1 or 2</think>\n[1] > [2]',
];

const prompts = openPrompts();

const rerankers = Object.entries(llmRerankers).map(([name, { make }]) =>
  reader({
    name: `answers to ${name}`,
    covers: [`LLM reranker ${name}`],
    takes: 'text',
    seeds: RANKED,
    share: 0.15,
    read: async (answer) => {
      const method = make({ chat: scriptedChat(() => answer), prompts, task: 'Biology' });
      const opened = await method.open(testTools());
      const [ordered] = await opened.order([numbered(4)]);
      const places = ordered?.hits?.map((hit) => hit.docId);
      if (places && new Set(places).size !== places.length) throw new Error('a document twice in an order');
      return ordered;
    },
  }),
);

const corpus = corpusOf('tiny', [
  { id: 'd1', text: 'gout of the toe' },
  { id: 'd2', text: 'anaemia' },
]);
/** A retriever that always finds the same. */
const retriever = async () => ({
  name: 'first',
  spec: {},
  open: async () => ({
    run: async (batch: readonly Query[]) =>
      batch.map((query) => ({ query, hits: [{ docId: docId('d1'), score: 1 }] })),
    facts: {},
  }),
});

const methods = Object.entries(generationMethods).map(([name, { make }]) =>
  reader({
    name: `texts of ${name}`,
    covers: [`generation method ${name}`],
    takes: 'text',
    seeds: [
      'Gout is an arthritis.',
      '<|begin_search_query|> gout <|end_search_query|>',
      '<think>x</think><search>gout</search>',
      '<answer>gout</answer>',
      '**Final Information**\ngout is common',
      '1. gout: the toe\n2. **pseudogout** – crystals',
      '\\boxed{gout}',
    ],
    share: 0.1,
    read: async (text) => {
      const method = await make({
        ...{ prompts, settings: {}, model: { continuation: 'turns', reasoning: 'auto' } },
        task: { name: 'Biology', queries: [] } as never,
        retriever: retriever as never,
      } as never);
      const opened = await method.open(corpus, testTools());
      const query = { id: queryId('q1'), text: 'why does the toe swell?' };
      await opened.prepare?.([query]);
      await opened.beforeCalls?.();
      let calls = 0;
      return opened.write(query, async () => {
        if (++calls > 200) throw new Error('a conversation without end');
        return { text, finish: 'stop', tokensIn: 1, tokensOut: 1, estimated: false, raw: null, ms: 1 };
      });
    },
  }),
);

/** Functions of one answer, which take any text. */
const PLAIN: Readonly<Record<string, readonly [read: (text: string) => unknown, ...seeds: string[]]>> = {
  verdicts: [
    readVerdict,
    '- Model answer: gout\n- Correctness: True\n- Explanation: same',
    '<think>no</think>**Correctness:** `false`',
  ],
  'grades of judges': [readGrades, '- Answer relevance: 3\n- Reasoning support: 2\n- Reason: so'],
  classes: [readClass, '- Reason: a test\n- Class: diagnosis'],
  'labels of a filter': [readFilterLabel, '- Reason: so\n- Label: keep'],
  'paths of reasoning': [readPath, '1. fever\n2. so infection\n\nAnswer: gout'],
  'questions asked anew': [readQuestion, '- Question: why?\n- Changes: none'],
  'candidates of diagnose': [
    (text) => parseCandidates(text, 5),
    '1. gout: the toe\n2) **lupus** – skin',
    '- a\n- b',
  ],
  'tags of agents': [
    (text) => [lastBetween(text, QUERY), withoutBlocks(text), withoutMarks(text), summaryIn(text)],
    'a<|begin_search_query|> gout <|end_search_query|>b<|begin_search_result|>x',
    '**Final Information** y</think>',
  ],
};

export const answerReaders: readonly Reader[] = [
  ...rerankers,
  ...methods,
  ...Object.entries(REASONING).map(([style, read]) =>
    reader({
      name: `reasoning ${style}`,
      covers: [`style of reasoning ${style}`],
      takes: 'text',
      seeds: [
        '<think>a</think>b',
        '## Final Response\n\nb',
        '<|begin_of_solution|>b<|end_of_solution|>',
        '<|channel|>final<|message|>b<|return|>',
        '[THINK]a[/THINK]b',
        '<unused94>a<unused95>b',
      ],
      share: 0.5,
      read,
    }),
  ),
  ...Object.entries(PLAIN).map(([name, [read, ...seeds]]) => reader({ name, takes: 'text', seeds, read })),
];
