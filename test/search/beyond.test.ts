import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { corpusOf, type Query, queryId, type Ranked, type Tools } from '../../src/core/index.js';
import { cachedChat, openChat, type ReasoningStyle } from '../../src/models/llms/index.js';
import { openPrompts } from '../../src/models/prompts/index.js';
import { rrf, searchEach } from '../../src/search/fusion/index.js';
import { diagnose, feedback, type GenerationMethod, llmRewriter } from '../../src/search/generation/index.js';
import { pipeline } from '../../src/search/pipeline/index.js';
import { bm25Lucene } from '../../src/search/retrieval/index.js';
import { type ChatServer, startChatServer } from '../support/chat-server.js';
import { testTools } from '../support/tools.js';

const CORPUS = corpusOf('beyond', [
  { id: 'gout', text: 'Monosodium urate crystals inflame the great toe; colchicine calms the attack.' },
  { id: 'sepsis', text: 'Septic arthritis: bacteria destroy cartilage within days unless drained.' },
  { id: 'feast', text: 'After a feast people sleep badly and wake at night.' },
  { id: 'anaemia', text: 'Iron deficiency makes nails brittle and people tired.' },
]);
const QUERIES: readonly Query[] = [{ id: queryId('toe'), text: 'Woken at night after a feast: what burns?' }];
const prompts = openPrompts();

let server: ChatServer;
beforeEach(async () => {
  server = await startChatServer();
});
afterEach(() => server.close());

/** Runs a whole system whose writer talks to the server; what the tools cache outlives it. */
const run = async (
  method: GenerationMethod,
  {
    tools = testTools() as Tools,
    reasoning = 'none' as ReasoningStyle,
    dialect = 'openai' as const,
    samples = 1,
  } = {},
) => {
  const model = await openChat({
    name: 'm',
    dialect,
    model: 'm-1',
    endpoints: [`${server.origin}/v1`],
    reasoning,
    continuation: 'turns',
    sampling: { temperature: 0.7, seed: 42 },
    env: {},
  });
  const chat = await cachedChat(model, tools);
  const rewriter = llmRewriter({ method, chat, samples });
  const system = pipeline(rewriter).to(searchEach(bm25Lucene(), rrf(), { topK: 100 }));
  const runner = await system.open(CORPUS, tools);
  const [ranked] = await runner.run(QUERIES);
  await system.close!();
  return { ...(ranked as Ranked), system, facts: runner.facts };
};

const found = ({ hits }: Ranked) => hits.map(({ docId }) => docId);
const prompt = (messages: readonly { readonly content: string }[]): string => messages.at(-1)!.content;

describe('diagnose, from the first question to the fused ranking', () => {
  const script = (messages: readonly { readonly content: string }[]): string => {
    const asked = prompt(messages);
    if (asked.includes('Candidate: Gout')) return 'Urate crystals in the toe answer to colchicine.';
    if (asked.includes('Candidate: Septic')) return 'Bacteria in a joint: septic arthritis.';
    return '1. Gout: pain at night after a feast.\n2. Septic arthritis: must not be missed.';
  };

  it('finds by its passages what the query does not say', async () => {
    server.answer(script);
    const ranked = await run(diagnose({ prompts, task: 'MedQA-Diag' }));
    expect(server.requests).toHaveLength(3);
    expect(ranked.query.searches).toBe('each');
    expect(ranked.query.generated!.map(({ text }) => text)).toEqual([
      'Urate crystals in the toe answer to colchicine.',
      'Bacteria in a joint: septic arthritis.',
    ]);
    expect(new Set(found(ranked))).toEqual(new Set(['feast', 'gout', 'sepsis']));
    expect(ranked.system.name).toBe('diagnose(m) > bm25-lucene');
    expect(ranked.system.spec).toMatchObject([
      { searches: 'each', join: 'after-query' },
      { stage: 'search-each', fusion: { k: 60 } },
    ]);
  });

  it('asks nothing twice', async () => {
    server.answer(script);
    const tools = testTools();
    const first = await run(diagnose({ prompts, task: 'MedQA-Diag' }), { tools });
    const second = await run(diagnose({ prompts, task: 'MedQA-Diag' }), { tools });
    expect(server.requests).toHaveLength(3);
    expect(second.hits).toEqual(first.hits);
  });

  it('writes every sample for itself, list and passages', async () => {
    server.answer(script);
    const { query, facts } = await run(diagnose({ prompts, task: 'MedQA-Diag' }), { samples: 2 });
    expect(query.generated).toHaveLength(4);
    expect(facts).toMatchObject({ writing: { calls: 6, failures: 0, unanswered: 0 } });
  });

  it('leaves the query unchanged when one of its calls is refused', async () => {
    server.answer(script);
    server.always((messages) =>
      prompt(messages).includes('Candidate: Septic') ? { refusal: 'no' } : undefined,
    );
    const ranked = await run(diagnose({ prompts, task: 'MedQA-Diag' }));
    expect(ranked.query.generated).toBeUndefined();
    expect(found(ranked)).toEqual(['feast']);
    expect(ranked.facts).toMatchObject({ writing: { failures: 1 } });
  });
});

describe('feedback, from the first search to the last', () => {
  it('reads what the query finds, then what its draft finds, and is searched with its last draft', async () => {
    server.answer((messages) =>
      prompt(messages).includes('Draft: ')
        ? { reasoning: 'not the nails', text: 'Urate crystals of gout.' }
        : { reasoning: 'the nails?', text: 'Brittle nails, iron deficiency.' },
    );
    const method = feedback({ prompts, task: 'Biology', retriever: bm25Lucene(), reasoning: 'think-tag' });
    const ranked = await run(method, { reasoning: 'think-tag' });
    const [first, second] = server.requests.map(({ messages }) => prompt(messages));
    expect(server.requests).toHaveLength(2);
    expect(first).toContain('[1]. After a feast people sleep badly');
    expect(first).not.toContain('Iron deficiency');
    expect(second).toContain('Draft: Brittle nails, iron deficiency.\n');
    expect(second).toContain('[1]. Iron deficiency makes nails brittle');
    expect(second).not.toContain('After a feast people');
    expect(second).not.toContain('the nails?');
    expect(ranked.query.generated!.map(({ text }) => text)).toEqual(['Urate crystals of gout.']);
    expect(found(ranked)).toContain('gout');
  });
});
