import { describe, expect, it } from 'vitest';
import { corpusOf, type Query } from '../../src/core/index.js';
import { answerOf, type ChatSettings, cachedChat, type Message } from '../../src/models/llms/index.js';
import { openPrompts } from '../../src/models/prompts/index.js';
import {
  type AgentSetting,
  type GenerationMethod,
  type GenerationStep,
  GenerationStopped,
  generateTexts,
  queryExpander,
  type RetrievedDocument,
  readingStyle,
  searchO1,
  searchR1,
} from '../../src/search/generation/index.js';
import { bm25 } from '../../src/search/retrieval/index.js';
import { openTask } from '../../src/tasks/index.js';
import { chatTests } from '../support/chat-model.js';
import type { ChatServer, Scripted } from '../support/chat-server.js';
import { testTools } from '../support/tools.js';

const prompts = openPrompts();
const task = await openTask('sample', 'Biology');
/** The one about a river that seems to have put the grass into motion. */
const QUERY: Query = task.queries[0]!;
const ANSWER = 'The motion aftereffect arises in neurons tuned to opposite directions.';

/** Services as they differ for an agent: who stops where, who thinks where, who goes on how. */
const SERVICES: Readonly<
  Record<string, Pick<ChatSettings, 'dialect' | 'continuation' | 'reasoning'> & { readonly silent?: true }>
> = {
  'vLLM, a model that thinks': { dialect: 'openai', continuation: 'prefill', reasoning: 'think-tag' },
  'vLLM, a plain model': { dialect: 'openai', continuation: 'prefill', reasoning: 'none' },
  'OpenAI, which does not say where it stopped': {
    dialect: 'openai',
    continuation: 'turns',
    reasoning: 'none',
    silent: true,
  },
  'Anthropic by prefill': { dialect: 'anthropic', continuation: 'prefill', reasoning: 'none' },
  'Anthropic by turns': { dialect: 'anthropic', continuation: 'turns', reasoning: 'auto' },
  'Gemini by turns': { dialect: 'gemini', continuation: 'turns', reasoning: 'none' },
};
const CASES = Object.entries(SERVICES).flatMap(([name, service]) =>
  [true, false].map((stream) => ({ name, stream, ...service })),
);

const chats = chatTests();

/** Runs an agent against the server, through the store of calls and the run over all queries. */
const run = async (
  agent: (setting: AgentSetting) => GenerationMethod,
  server: ChatServer,
  {
    dialect,
    continuation,
    reasoning,
    stream,
  }: Pick<ChatSettings, 'dialect' | 'continuation' | 'reasoning' | 'stream'>,
  {
    tools = testTools(),
    ...setting
  }: Partial<AgentSetting> & { readonly tools?: ReturnType<typeof testTools> } = {},
) => {
  const { model } = await chats.open(server, {
    dialect,
    continuation,
    reasoning,
    ...(stream !== undefined && { stream }),
  });
  const generationMethod = agent({
    prompts,
    task: task.name,
    retriever: bm25({ topK: 10 }),
    continuation: model.continuation,
    reasoning: model.reasoning,
    ...setting,
  });
  const chat = await cachedChat(model, tools);
  const { drafts, failures } = await generateTexts(generationMethod, {
    chat,
    corpus: task.corpus,
    queries: [QUERY],
    tools,
  });
  expect(failures).toEqual([]);
  const { texts, traces } = drafts.get(QUERY.id)!;
  const { query } = queryExpander({ method: generationMethod.method, llm: 'm', reasoning }).enter(
    QUERY,
    texts,
  );
  return { texts, steps: traces[0]!.steps, written: query.generated?.map(({ text }) => text), tools };
};

/** Everything after the first message: the prompt itself shows marks. */
const since = (messages: readonly Message[]): string =>
  messages
    .slice(messages.findIndex(({ role }) => role === 'user') + 1)
    .map(({ content }) => content)
    .join('\n');
const foundIn = (step: GenerationStep | undefined): readonly RetrievedDocument[] =>
  step?.step === 'searched' ? step.found : [];
const count = (text: string, part: string): number => text.split(part).length - 1;

/** Plays a model of Search-o1: two searches, one of them twice, then the passage. */
const o1Model =
  (thinks: boolean) =>
  (messages: readonly Message[]): string | Scripted => {
    const last = messages.at(-1)!.content;
    if (last.includes('Pages found:'))
      return `Reading.\n\n**Final Information**\n\nAbout ${/for the query "(.*)"/.exec(last)![1]}:\n${count(last, '**Web Page ')} pages.`;
    const told = count(since(messages), '<|end_search_result|>');
    if (told === 0)
      return 'Water flows, then grass creeps. <|begin_search_query|>motion aftereffect<|end_search_query|> x';
    if (told === 1) return 'Again. <|begin_search_query|>motion aftereffect<|end_search_query|> x';
    if (told === 2) return 'And the eyes? <|begin_search_query|>interocular transfer<|end_search_query|> x';
    return thinks ? `Enough.\n</think>\n\n${ANSWER}` : ANSWER;
  };

describe.each(CASES)('Search-o1 over $name, streamed: $stream', ({ silent, ...service }) => {
  it('searches, is told when it repeats itself, and ends with a passage', async () => {
    const server = await chats.server();
    server.answer(o1Model(service.reasoning === 'think-tag'));
    if (silent) server.always(() => ({ withoutStopReason: true }));
    const { steps, written } = await run(searchO1, server, service);
    expect(written).toEqual([ANSWER]);
    expect(steps.map(({ step }) => step).join(' ')).toBe(
      'wrote searched wrote told wrote told wrote searched wrote told wrote',
    );
    expect(steps[1]).toMatchObject({ query: 'motion aftereffect' });
    const [first] = foundIn(steps[1]);
    expect(first!.id).toMatch(/^bio-d/);
    expect(first!.score).toBeGreaterThan(0);
    expect(steps[3]).toMatchObject({
      text: '<|begin_search_result|>About motion aftereffect: 10 pages.<|end_search_result|>',
    });
    expect(steps[5]).toMatchObject({ text: expect.stringContaining('searched for this before') });
  });
});

describe.each(CASES)('Search-R1 over $name, streamed: $stream', ({ silent, ...service }) => {
  it('searches, is told when it does nothing, and ends with an answer', async () => {
    const server = await chats.server();
    server.answer((messages) => {
      const text = since(messages);
      if (!text) return '<think>Grass creeps.</think> <search>motion aftereffect</search> x';
      if (!text.includes('invalid')) return 'So it is that.';
      return '<think>Clear.</think> <answer>motion aftereffect</answer> x';
    });
    if (silent) server.always(() => ({ withoutStopReason: true }));
    const { steps, written } = await run(searchR1, server, service);
    expect(written).toEqual(['motion aftereffect']);
    expect(steps.map(({ step }) => step).join(' ')).toBe('wrote searched told wrote told wrote');
    expect(steps[2]).toMatchObject({ text: expect.stringMatching(/^<information>Doc 1\(Title: /) });
    expect(foundIn(steps[1])).toHaveLength(3);
  });
});

describe('thoughts in a field of their own', () => {
  it.each(['prefill', 'turns'] as const)('may hold the searches: %s', async (continuation) => {
    const server = await chats.server();
    server.answer((messages) => {
      if (messages.at(-1)!.content.includes('Pages found:')) return '**Final Information** Neurons adapt.';
      return since(messages)
        ? { reasoning: 'So they adapt.', text: ANSWER }
        : {
            reasoning: 'Hm. <|begin_search_query|>motion aftereffect<|end_search_query|> x',
            text: 'never said',
          };
    });
    const service = { dialect: 'openai', continuation, reasoning: 'think-tag' } as const;
    const { texts, written } = await run(searchO1, server, service);
    expect(written).toEqual([ANSWER]);
    expect(texts[0]).toMatch(
      /^<think>\nHm\. <\|begin_search_query\|>motion aftereffect<\|end_search_query\|>/,
    );
    const again = server.requests[2]!.messages;
    expect(again.at(-1)).toEqual(
      continuation === 'prefill'
        ? {
            role: 'assistant',
            content:
              '<think>\nHm. <|begin_search_query|>motion aftereffect<|end_search_query|>\n\n' +
              '<|begin_search_result|>Neurons adapt.<|end_search_result|>\n\n',
          }
        : { role: 'user', content: '<|begin_search_result|>Neurons adapt.<|end_search_result|>' },
    );
  });
});

describe('a conversation', () => {
  const service = { dialect: 'openai', continuation: 'prefill', reasoning: 'think-tag' } as const;

  it('asks a server to go on with the last message, and to stop at the mark', async () => {
    const server = await chats.server();
    server.answer(o1Model(true));
    await run(searchO1, server, service);
    expect(server.requests[0]!.body).toMatchObject({
      stop: ['<|end_search_query|>'],
      temperature: 0.7,
      top_k: 20,
    });
    expect(server.requests[2]!.body).toMatchObject({ continue_final_message: true });
    expect(server.requests[1]!.body).toMatchObject({ repetition_penalty: 1.05 });
    expect(server.requests[1]!.body).not.toHaveProperty('stop');
  });

  it('that was broken off continues from the calls that are cached, and comes to the same', async () => {
    const [unbroken, broken] = [await chats.server(), await chats.server()];
    for (const server of [unbroken, broken]) server.answer(o1Model(true));
    const whole = await run(searchO1, unbroken, service);
    broken.always((_, sampleIndex) => (sampleIndex === 4 ? { status: 401, body: '{}' } : undefined));
    const tools = testTools();
    await expect(run(searchO1, broken, service, { tools })).rejects.toThrow(GenerationStopped);
    expect(broken.requests).toHaveLength(4);
    const { tools: _, ...again } = await run(searchO1, broken, service, { tools });
    expect(broken.requests).toHaveLength(unbroken.requests.length + 1);
    expect(whole).toMatchObject(again);
    await run(searchO1, unbroken, service, { tools: whole.tools });
    expect(unbroken.requests).toHaveLength(broken.requests.length - 1);
  });

  it('reads another corpus than the task’s when one is named', async () => {
    const server = await chats.server();
    server.answer(o1Model(true));
    const corpus = corpusOf('books', [
      { id: 'book', text: 'The motion aftereffect and interocular transfer.' },
    ]);
    const { steps } = await run(searchO1, server, service, { corpus: { name: 'books', corpus } });
    expect(steps.filter(({ step }) => step === 'searched')).toMatchObject([
      { found: [{ id: 'book' }] },
      { found: [{ id: 'book' }] },
    ]);
  });

  it('whose turns run out leaves a text that counts as unanswered', async () => {
    const server = await chats.server();
    let sampleIndex = 0;
    server.answer((messages) =>
      messages.at(-1)!.content.includes('Pages found:')
        ? '**Final Information** x'
        : `Hm. <|begin_search_query|>another ${sampleIndex++}<|end_search_query|>`,
    );
    const { texts, written, steps } = await run(searchO1, server, service);
    expect(written).toBeUndefined();
    expect(answerOf(texts[0]!, readingStyle('search-o1', 'think-tag'))).toBeUndefined();
    expect(steps.filter(({ step }) => step === 'searched')).toHaveLength(5);
    expect(server.requests).toHaveLength(10 + 5);
  });
});
