import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { corpusOf, docId, queryId, type Retriever } from '../../src/core/index.js';
import { openPrompts } from '../../src/models/prompts/index.js';
import {
  diagnose,
  type GenerationMethod,
  hyde,
  lamer,
  query2doc,
  searchO1,
  searchR1,
} from '../../src/search/generation/index.js';
import { testTools } from '../support/tools.js';

interface Golden {
  readonly queries: Readonly<Record<string, string>>;
  readonly documents: readonly { readonly id: string; readonly text: string }[];
  readonly prompts: readonly {
    readonly task: string;
    readonly method: 'hyde' | 'query2doc' | 'lamer';
    readonly query: string;
    readonly found?: readonly string[];
    readonly prompt: string;
  }[];
}

const golden = JSON.parse(
  readFileSync(new URL('../golden/prompts/prompts.json', import.meta.url), 'utf8'),
) as Golden;

const prompts = openPrompts();

/** Finds what the golden says was found. */
const finding = (ids: readonly string[]): Retriever => ({
  name: 'finding',
  spec: {},
  open: async () => ({
    facts: {},
    run: async (queries) =>
      queries.map((query) => ({ query, hits: ids.map((id, i) => ({ docId: docId(id), score: -i })) })),
  }),
});

const METHODS = {
  hyde: (task) => hyde({ prompts, task }),
  query2doc: (task) => query2doc({ prompts, task }),
  lamer: (task, found) => lamer({ prompts, task, retriever: finding(found) }),
} as const satisfies Record<string, (task: string, found: readonly string[]) => GenerationMethod>;

describe.each(Object.keys(METHODS) as (keyof typeof METHODS)[])('the prompts of %s', (method) => {
  const rows = golden.prompts.filter((row) => row.method === method);

  it('are there for every task', () => {
    expect(new Set(rows.map(({ task }) => task)).size).toBe(8);
  });

  it.each(rows)('are what Python makes of the protocol’s template: $task, $query', async (row) => {
    const query = { id: queryId(row.query), text: golden.queries[row.query]! };
    const open = await METHODS[method](row.task, row.found ?? []).open(
      corpusOf('golden', golden.documents),
      testTools(),
    );
    await open.prepare?.([query]);
    expect(open.expected(query).known).toEqual([
      {
        messages: [
          { role: 'system', content: 'You are a helpful assistant.' },
          { role: 'user', content: row.prompt },
        ],
      },
    ]);
  });
});

interface OwnPrompt {
  readonly task: string;
  readonly method: keyof typeof OWN;
  readonly query: string;
  readonly prompt: string;
}

const agent = { prompts, retriever: finding([]), continuation: 'turns', reasoning: 'none' } as const;
const OWN = {
  'search-o1': (task) => searchO1({ ...agent, task }),
  'search-r1': (task) => searchR1({ ...agent, task }),
  diagnose: (task) => diagnose({ prompts, task }),
} as const satisfies Record<string, (task: string) => GenerationMethod>;

const own = JSON.parse(
  readFileSync(new URL('../golden/prompts/own.json', import.meta.url), 'utf8'),
) as readonly OwnPrompt[];

it.each(own)(
  'the first prompt of $method is what Python makes of our template: $task, $query',
  async (row) => {
    const query = { id: queryId(row.query), text: golden.queries[row.query]! };
    const open = await OWN[row.method](row.task).open(corpusOf('golden', golden.documents), testTools());
    const { messages } = open.expected(query).known[0]!;
    expect(messages.at(-1)).toEqual({ role: 'user', content: row.prompt });
  },
);
