import { afterAll, beforeAll, expect, it } from 'vitest';
import { generationMethods } from '../../src/search/generation/index.js';
import { llmRerankers } from '../../src/search/reranking/index.js';
import { type ChatServer, startChatServer } from '../support/chat-server.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { recipeAnswer } from '../support/recipe-answer.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

let [llm, judge]: ChatServer[] = [];
beforeAll(async () => {
  [llm, judge] = await Promise.all([startChatServer(), startChatServer()]);
  llm.answer((messages) => recipeAnswer(messages));
  judge.answer(() => 'The answers agree. Correct: yes');
});
afterAll(() => Promise.all([llm!.close(), judge!.close()]));

const TOPICS = ['gout', 'asthma', 'scurvy', 'malaria', 'rickets', 'measles'];

/** One task, with two readings of which documents are relevant and what the answer is. */
const task = (reading: 0 | 1): string =>
  writtenFolder(
    {
      'corpus.jsonl': jsonl(
        ...TOPICS.map((topic) => ({ id: `hidden-${topic}`, text: `A note on ${topic} and its signs.` })),
      ),
      'query.jsonl': jsonl(
        ...TOPICS.slice(0, 2).map((topic, i) => ({
          id: `asked-${i}`,
          text: `What are the signs of ${topic}?`,
          answer: `reference ${reading} ${topic}`,
        })),
      ),
      'qrels.jsonl': jsonl(
        ...[0, 1].map((i) => ({
          q_id: `asked-${i}`,
          p_id: `hidden-${TOPICS[reading === 0 ? i : 5 - i]}`,
          score: 1,
        })),
      ),
    },
    'Notes',
  );

/** What the model is asked by commands on a fresh machine, in an order that does not depend on which came first. */
const asked = async (
  reading: 0 | 1,
  commands: readonly (readonly string[])[],
): Promise<readonly string[]> => {
  const env = { R2MED_HOME: temporaryFolder() };
  const cwd = temporaryFolder();
  const data = task(reading);
  const before = llm!.requests.length;
  for (const words of commands) {
    const { stderr } = await r2med([...words, '--data', data, '--quiet'], { cwd, env });
    expect(stderr).not.toContain('unknown');
  }
  return llm!.requests
    .slice(before)
    .map(({ messages }) => JSON.stringify(messages))
    .sort();
};

const served = (): string => `served:${llm!.origin}/v1#model`;

const SYSTEMS: readonly (readonly [string, () => string])[] = [
  ...Object.keys(generationMethods).map((name) => [name, () => `${name}(${served()}) > bm25`] as const),
  ...Object.keys(llmRerankers).map((name) => [name, () => `bm25 > ${name}(${served()}, 4)`] as const),
  ['react', () => `react(${served()})`],
  ['lattice', () => `lattice(${served()}, branch=3)`],
  ['gate', () => `gate(hyde(${served()}) > bm25, react(${served()}), length=4)`],
  ['fusion', () => `rrf(align(${served()}) > bm25, feedback(${served()}) > bm25) > listwise(${served()}, 4)`],
];

it.each(SYSTEMS)(
  '%s asks the same whatever the judgements and answers are, and names no id',
  async (_name, system) => {
    const run = [['run', '--system', system(), '--generations', 'new', '--out', 'results']];
    const prompts = await asked(0, run);
    expect(prompts.length).toBeGreaterThan(0);
    expect(prompts.join()).not.toMatch(/hidden-|asked-|reference \d/);
    expect(await asked(1, run)).toEqual(prompts);
  },
);

it('answer shows the model no judgement, but for the ceiling, and only the judge a reference answer', async () => {
  const words = ['answer', '--system', 'bm25', '--llm', served(), '--out', 'answers'];
  const judged = ['--judge', `served:${judge!.origin}/v1#judge`, '--closed-book', '--check-citations'];
  const commands = [
    ['run', '--system', 'bm25', '--out', 'results'],
    [...words, ...judged],
  ];
  const prompts = await asked(0, commands);
  expect(prompts).toHaveLength(4);
  expect(prompts.join()).not.toMatch(/hidden-|asked-|reference \d/);
  expect(await asked(1, commands)).toEqual(prompts);
  expect(judge!.requests.map(({ messages }) => JSON.stringify(messages)).join()).toContain(
    'reference 0 gout',
  );
  // The ceiling is what differs, and documents alone are what it shows.
  const ceiling = [commands[0]!, [...commands[1]!, '--relevant-documents']];
  const [first, second] = [await asked(0, ceiling), await asked(1, ceiling)];
  expect(first).not.toEqual(second);
  expect([...first, ...second].join()).not.toMatch(/hidden-|asked-|reference \d/);
});
