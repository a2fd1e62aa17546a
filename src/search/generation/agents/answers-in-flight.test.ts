import { describe, expect, it } from 'vitest';
import { AGENT_CORPUS, TOE, type WatchedRetriever, wordRetriever } from '../../../../test/support/agents.js';
import { chatTests } from '../../../../test/support/chat-model.js';
import { testTools } from '../../../../test/support/tools.js';
import { type Query, queryId, type Retriever } from '../../../core/index.js';
import { cachedChat } from '../../../models/llms/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { generateTexts } from '../generate-texts.js';
import type { GenerationMethod } from '../generation-method.js';
import { searchO1 } from './search-o1.js';
import { searchR1 } from './search-r1.js';

const { server, open } = chatTests();
const QUERIES: readonly Query[] = [
  TOE,
  ...[2, 3, 4].map((i) => ({ id: queryId(`q${i}`), text: `Why ${i}?` })),
];

const AGENTS: Readonly<
  Record<string, { of(retriever: Retriever): GenerationMethod; readonly asks: string }>
> = {
  'search-o1': {
    of: (retriever) =>
      searchO1({
        prompts: openPrompts(),
        task: 'Biology',
        retriever,
        continuation: 'turns',
        reasoning: 'none',
      }),
    asks: '<|begin_search_query|>urate<|end_search_query|>',
  },
  'search-r1': {
    of: (retriever) =>
      searchR1({
        prompts: openPrompts(),
        task: 'Biology',
        retriever,
        continuation: 'turns',
        reasoning: 'none',
      }),
    asks: '<search>urate</search>',
  },
};

/** What happens, in order: the index is opened, a request comes in, an answer is stored. */
const watched = async (name: string) => {
  const events: string[] = [];
  const there = await server();
  there.answer((messages) => (messages.length === 1 ? AGENTS[name]!.asks : '<answer>Gout.</answer>'));
  there.always(() => {
    events.push('request');
    return undefined;
  });
  const words: WatchedRetriever = wordRetriever();
  const retriever: Retriever = {
    ...words,
    open: async (corpus, tools) => {
      events.push('index');
      return words.open(corpus, tools);
    },
  };
  const tools = testTools();
  const watching = {
    ...tools,
    items: async (setting: Parameters<typeof tools.items>[0]) => {
      const items = await tools.items(setting);
      return {
        ...items,
        append: async (more: Parameters<typeof items.append>[0]) => {
          await items.append(more);
          events.push('stored');
        },
      };
    },
  };
  const { model } = await open(there, { continuation: 'turns' });
  const chat = await cachedChat(model, watching);
  return { events, tools: watching, chat, writer: AGENTS[name]!.of(retriever) };
};

describe.each(Object.keys(AGENTS))('%s', (name) => {
  it('has its index before the first call, so that no answer in flight waits for one', async () => {
    const { events, tools, chat, writer: method } = await watched(name);
    await generateTexts(method, { corpus: AGENT_CORPUS, queries: QUERIES, chat, tools });
    expect(events.filter((event) => event === 'index')).toHaveLength(1);
    expect(events[0]).toBe('index');
    expect(events.filter((event) => event === 'stored').length).toBeGreaterThanOrEqual(2 * QUERIES.length);
  });

  it('opens nothing when it has nothing to write', async () => {
    const { events, tools, chat, writer: method } = await watched(name);
    await generateTexts(method, { corpus: AGENT_CORPUS, queries: [], chat, tools });
    expect(events).toEqual([]);
  });
});
