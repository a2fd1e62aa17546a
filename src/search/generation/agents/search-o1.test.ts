import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeWriter } from '../../../../test/conformance/writer.js';
import {
  AGENT_CORPUS,
  conversationOf,
  type Said,
  scriptedAsk,
  stepsOf,
  TOE,
  wordRetriever,
} from '../../../../test/support/agents.js';
import { agent, asks, digest, q } from '../../../../test/support/search-o1.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, InputError } from '../../../core/index.js';
import { answerOf, type ReasoningStyle } from '../../../models/llms/index.js';
import { bm25 } from '../../retrieval/index.js';
import type { searchO1 } from './search-o1.js';

type SearchO1Setting = Parameters<typeof searchO1>[0];

describe('a conversation of Search-o1', () => {
  const says = [
    asks('urate gout', 'Night pain. '),
    digest('Crystals\nhurt.'),
    'So gout.</think>\n\nGout is urate.',
  ];

  it('starts with one user message: how to search, how often, and the question', async () => {
    const { calls } = await conversationOf(agent({ searches: 7 }), says);
    const [start, ...others] = calls[0]!.messages;
    expect(others).toEqual([]);
    expect(start!.role).toBe('user');
    expect(start!.content).toContain('no more than 7 times');
    expect(start!.content).toContain(`Post: ${TOE.text}`);
  });

  it('stops at the end of a query, and samples as Search-o1 does; the digest is sampled as fixed there', async () => {
    const { calls } = await conversationOf(agent(), says);
    const own = { temperature: 0.7, topP: 0.8, topK: 20, stop: ['<|end_search_query|>'] };
    expect(calls.map(({ sampling }) => sampling)).toEqual([
      own,
      { temperature: 0.7, topP: 0.8, topK: 20, repetitionPenalty: 1.05 },
      own,
    ]);
  });

  it('reads what was found in a call of its own, and goes on with the digest between blank lines', async () => {
    const { calls } = await conversationOf(agent(), says);
    expect(calls[1]!.messages).toHaveLength(1);
    expect(calls[1]!.messages[0]!.content).toContain('Urate crystals in a joint\\ncause gout.');
    expect(calls[1]!.messages[0]!.content).toContain('Step 1: Night pain. <|begin_search_query|>urate gout');
    expect(calls[2]!.messages.at(-1)).toEqual({
      role: 'assistant',
      content: `<think>\nNight pain. ${q('urate gout')}\n\n<|begin_search_result|>Crystals hurt.<|end_search_result|>\n\n`,
    });
  });

  it('by turns: the result block is what the user says', async () => {
    const { calls } = await conversationOf(agent({ continuation: 'turns' }), says);
    expect(calls[2]!.messages.slice(1)).toEqual([
      { role: 'assistant', content: `Night pain. ${q('urate gout')}` },
      { role: 'user', content: '<|begin_search_result|>Crystals hurt.<|end_search_result|>' },
    ]);
  });

  it('leaves the whole text, in which a reader finds the answer, and a trace of every step', async () => {
    const { draft } = await conversationOf(agent(), says);
    expect(draft.texts).toHaveLength(1);
    expect(draft.texts[0]).toMatch(/^Night pain\./);
    expect(answerOf(draft.texts[0]!, 'think-tag')).toBe('Gout is urate.');
    expect(stepsOf(draft)).toEqual(['wrote', 'searched', 'wrote', 'told', 'wrote']);
    expect(draft.trace[1]).toMatchObject({ query: 'urate gout', found: [{ id: 'gout', score: 9 }] });
    expect(draft.trace[3]).toEqual({
      step: 'told',
      text: '<|begin_search_result|>Crystals hurt.<|end_search_result|>',
    });
  });

  it('works where a service gives thoughts in a field of their own, and stops within them', async () => {
    const field: Said[] = [
      { reasoning: 'Hm <|begin_search_query|>urate', stoppedAt: '<|end_search_query|>' },
      digest('Crystals.'),
      { reasoning: 'So gout.', text: 'Gout is urate.' },
    ];
    const prefill = await conversationOf(agent(), field);
    expect(prefill.calls[2]!.messages.at(-1)!.content).toBe(
      `<think>\nHm ${q('urate')}\n\n<|begin_search_result|>Crystals.<|end_search_result|>\n\n`,
    );
    expect(prefill.draft.texts[0]).toMatch(
      /<\|end_search_result\|>\n\nSo gout\.\n<\/think>\n\nGout is urate\.$/,
    );
    const turns = await conversationOf(agent({ continuation: 'turns' }), field);
    expect(turns.calls[2]!.messages[1]).toEqual({ role: 'assistant', content: `Hm ${q('urate')}` });
    for (const { draft } of [prefill, turns])
      expect(answerOf(draft.texts[0]!, 'think-tag')).toBe('Gout is urate.');
  });

  it('by turns, a model that thinks and then asks aloud is read by its last answer', async () => {
    const { draft } = await conversationOf(agent({ continuation: 'turns' }), [
      { reasoning: 'Hm.', text: '<|begin_search_query|>urate', stoppedAt: '<|end_search_query|>' },
      digest('Crystals.'),
      { reasoning: 'So gout.', text: 'Gout is urate.' },
    ]);
    expect(answerOf(draft.texts[0]!, 'think-tag')).toBe('Gout is urate.');
  });

  it('by prefill, a thought that ended before the search leaves the answer to what follows the result', async () => {
    const { draft } = await conversationOf(agent(), [
      asks('urate', 'Hm.</think> Let me look. '),
      digest('Crystals.'),
      'Gout is urate.',
    ]);
    expect(answerOf(draft.texts[0]!, 'think-tag')).toBe('Gout is urate.');
  });

  it('of a plain model leaves only what follows the last result', async () => {
    const { draft } = await conversationOf(agent({ reasoning: 'none' }), [
      asks('urate', 'Hm. '),
      digest('Crystals.'),
      'Gout is urate.',
    ]);
    expect(draft.texts).toEqual(['Gout is urate.']);
  });

  it('without a search is the text itself', async () => {
    expect((await conversationOf(agent({ reasoning: 'none' }), ['Gout.'])).draft.texts).toEqual(['Gout.']);
    const thought = await conversationOf(agent({ reasoning: 'none' }), [{ reasoning: 'Hm.', text: 'Gout.' }]);
    expect(thought.draft.texts).toEqual(['Gout.']);
  });
});

describe('whatever a model writes', () => {
  const FRAGMENTS = [
    '<|begin_search_query|>',
    '<|end_search_query|>',
    '<|begin_search_result|>',
    '<|end_search_result|>',
    '**Final Information**',
    '<think>',
    '</think>',
    'urate',
    ' ',
    '\n',
    '<|end_search',
  ];
  const text = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 8 }).map((parts) => parts.join(''));
  const reply = fc.record({
    text,
    reasoning: fc.option(text, { nil: '' }),
    finish: fc.constantFrom('stop', 'length'),
    stoppedAt: fc.constantFrom('<|end_search_query|>', '</s>', ''),
  });

  it('Search-o1 ends within its turns, searches no more than it may, and reads as answered or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(reply, { minLength: 40, maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom<SearchO1Setting['continuation']>('prefill', 'turns'),
        fc.constantFrom<ReasoningStyle>('think-tag', 'none', 'auto', 'final-response'),
        async (says, turns, searches, continuation, reasoning) => {
          const retriever = wordRetriever();
          const method = agent({ retriever, turns, searches, continuation, reasoning });
          const { draft, calls } = await conversationOf(method, says as Said[]);
          expect(retriever.searched.length).toBeLessThanOrEqual(searches);
          expect(calls.length).toBeLessThanOrEqual(turns + Math.min(searches, turns - 1));
          expect(draft.texts).toHaveLength(1);
          const answer = answerOf(draft.texts[0]!, reasoning)?.trim() || undefined;
          expect(answer ?? '').not.toMatch(/<\|(begin|end)_search_(query|result)\|>/);
          if (continuation === 'turns')
            for (const { messages } of calls)
              for (const [i, { role, content }] of messages.entries()) {
                expect(content.trim()).not.toBe('');
                expect(role).toBe(i % 2 === 0 ? 'user' : 'assistant');
              }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the description of Search-o1', () => {
  it('tells apart retrievers, limits, wordings, and the corpus that is searched', () => {
    const other = { name: 'textbooks', corpus: corpusOf('k', []) };
    const specs = [
      agent(),
      agent({ corpus: other }),
      agent({ retriever: bm25() }),
      agent({ searches: 4 }),
      agent({ turns: 9 }),
      agent({ documents: 9 }),
      agent({ contextCharacters: 2999 }),
      agent({ task: 'PMC-Clinical' }),
      agent({ continuation: 'turns' }),
    ].map(({ spec }) => JSON.stringify(spec));
    expect(new Set(specs).size).toBe(specs.length);
    expect(agent().spec).toMatchObject({
      corpus: 'task',
      searches: 5,
      turns: 10,
      documents: 10,
      contextCharacters: 3000,
    });
    expect(agent({ corpus: other }).spec).toMatchObject({ corpus: { name: 'textbooks', key: 'k' } });
  });

  it('searches the corpus that is named, and the task’s own otherwise', async () => {
    const retriever = wordRetriever();
    const corpus = corpusOf('textbooks-key', [{ id: 't', text: 'urate in books' }]);
    const says = [asks('urate'), digest('x'), 'So.</think> Gout.'];
    await conversationOf(agent({ retriever }), says);
    const { draft } = await conversationOf(agent({ retriever, corpus: { name: 'textbooks', corpus } }), says);
    expect(retriever.openedOn).toEqual(['agents', 'textbooks-key']);
    expect(draft.trace[1]).toMatchObject({ found: [{ id: 't' }] });
  });

  it('refuses limits that are none', () => {
    for (const change of [
      { turns: 0 },
      { searches: -1 },
      { documents: 1.5 },
      { contextCharacters: Number.NaN },
    ])
      expect(() => agent(change)).toThrow(InputError);
  });

  it('says beforehand what is asked first, and how much may follow', async () => {
    const open = await agent({ turns: 4, searches: 9 }).open(AGENT_CORPUS, testTools());
    const { known, further, furtherTokensIn } = open.expected(TOE);
    const { ask, calls } = scriptedAsk(['So.</think> Gout.']);
    await open.write(TOE, ask);
    expect(known).toEqual(calls);
    expect(further).toBe(3 + 3);
    expect(furtherTokensIn).toBeGreaterThan(1000);
    const once = await agent({ turns: 1 }).open(AGENT_CORPUS, testTools());
    expect(once.expected(TOE)).toMatchObject({ further: 0, furtherTokensIn: 0 });
  });

  it('closes its retriever', async () => {
    let closed = 0;
    const retriever = { ...wordRetriever(), close: async () => void closed++ };
    await agent({ retriever }).close!();
    expect(closed).toBe(1);
    expect(agent().close).toBeUndefined();
  });
});

describeWriter('search-o1', () => agent({ retriever: bm25({ topK: 20 }) }), {
  script: (messages, sampleIndex) => {
    if (messages.at(-1)!.content.includes('Pages found')) return digest('A fact about {TEXT}.');
    return sampleIndex < 6
      ? asks(`night nails dose answer Temperatur ${sampleIndex}`)
      : 'So.</think> A passage about {TEXT}.';
  },
});
