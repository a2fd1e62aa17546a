import { openPrompts } from '../../src/models/prompts/index.js';
import { searchO1 } from '../../src/search/generation/agents/search-o1.js';
import { type Said, wordRetriever } from './agents.js';

type SearchO1Setting = Parameters<typeof searchO1>[0];

const prompts = openPrompts();

/** Search-o1 with a retriever that finds by words. */
export const agent = (change: Partial<SearchO1Setting> = {}) =>
  searchO1({
    prompts,
    task: 'Biology',
    retriever: wordRetriever(),
    continuation: 'prefill',
    reasoning: 'think-tag',
    ...change,
  });

/** A query as the model marks it. */
export const q = (words: string): string => `<|begin_search_query|>${words}<|end_search_query|>`;

/** As services give it: without the text they stopped at. */
export const asks = (words: string, before = ''): Said => ({
  text: `${before}<|begin_search_query|>${words}`,
  stoppedAt: '<|end_search_query|>',
});

/** What the model makes of the documents found. */
export const digest = (words: string): string => `Read.\n\n**Final Information**\n\n${words}`;
