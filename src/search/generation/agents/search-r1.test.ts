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
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, InputError, queryId } from '../../../core/index.js';
import { answerOf } from '../../../models/llms/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { bm25 } from '../../retrieval/index.js';
import { searchR1 } from './search-r1.js';

type SearchR1Setting = Parameters<typeof searchR1>[0];

const prompts = openPrompts();
const agent = (change: Partial<SearchR1Setting> = {}) =>
  searchR1({
    prompts,
    task: 'Biology',
    retriever: wordRetriever(),
    continuation: 'prefill',
    reasoning: 'answer-tags',
    ...change,
  });

const asks = (words: string): Said => ({
  text: `<think>Hm.</think>\n<search> ${words}`,
  stoppedAt: '</search>',
});
const answers = (words: string): Said => ({
  text: `<think>So.</think>\n<answer> ${words} `,
  stoppedAt: '</answer>',
});
const read = (text: string): string | undefined => answerOf(text, 'answer-tags');

describe('a conversation of Search-R1', () => {
  const says = [asks('urate'), answers('gout')];

  it('starts with one message that explains the tags and ends with the question', async () => {
    const { calls } = await conversationOf(agent(), says);
    const [start, ...others] = calls[0]!.messages;
    expect(others).toEqual([]);
    expect(start!.content).toMatch(/Question: Why does my toe hurt at night\?\n$/);
    for (const tag of ['<think>', '<search>', '<information>', '<answer>'])
      expect(start!.content).toContain(tag);
  });

  it('gives a question its mark if it has none', async () => {
    const asked = async (text: string) =>
      (await conversationOf(agent(), [answers('x')], { id: queryId('q'), text })).calls[0]!.messages[0]!
        .content;
    expect(await asked(' Toe hurts. \n')).toContain('Question: Toe hurts.?\n');
    expect(await asked('Why? ')).toContain('Question: Why?\n');
    expect(await asked('')).toContain('Question: ?\n');
  });

  it('stops after a search or an answer, greedily, within its limit of tokens', async () => {
    const { calls } = await conversationOf(agent({ responseTokens: 99 }), says);
    for (const { sampling } of calls)
      expect(sampling).toEqual({ temperature: 0, maxTokens: 99, stop: ['</search>', '</answer>'] });
  });

  it('goes on with what was found between blank lines, in its own text or as the user’s turn', async () => {
    const information =
      '<information>Doc 1(Title: Urate crystals in a joint) cause gout. Colchicine calms it.</information>';
    const own = '<think>Hm.</think>\n<search> urate</search>';
    const prefill = await conversationOf(agent(), says);
    expect(prefill.calls[1]!.messages.at(-1)).toEqual({
      role: 'assistant',
      content: `${own}\n\n${information}\n\n`,
    });
    const turns = await conversationOf(agent({ continuation: 'turns' }), says);
    expect(turns.calls[1]!.messages.slice(1)).toEqual([
      { role: 'assistant', content: own },
      { role: 'user', content: information },
    ]);
  });

  it('leaves the model’s own text, without documents and prompt, and a trace of every step', async () => {
    const { draft } = await conversationOf(agent(), says);
    expect(draft.texts).toEqual([
      '<think>Hm.</think>\n<search> urate</search><think>So.</think>\n<answer> gout </answer>',
    ]);
    expect(read(draft.texts[0]!)).toBe('gout');
    expect(stepsOf(draft)).toEqual(['wrote', 'searched', 'told', 'wrote']);
    expect(draft.trace[1]).toMatchObject({ query: 'urate', found: [{ id: 'gout', score: 9 }] });
  });

  it('never takes the illustration of its prompt for an answer or a search', async () => {
    const retriever = wordRetriever();
    const { draft } = await conversationOf(agent({ retriever, turns: 1 }), ['Hm.', 'Hm again.']);
    expect(retriever.searched).toEqual([]);
    expect(read(draft.texts[0]!)).toBeUndefined();
    expect(draft.texts[0]).toBe('Hm.Hm again.');
  });

  it('finds its documents three at a time', async () => {
    const { draft } = await conversationOf(agent({ documents: 2 }), [asks('urate tired'), answers('x')]);
    expect(draft.trace[1]).toMatchObject({ found: [{ id: 'gout' }, { id: 'anaemia' }] });
    expect(agent().spec).toMatchObject({ documents: 3 });
  });
});

describe('an action of Search-R1', () => {
  const having = async (first: Said, rest: readonly Said[] = [answers('gout')]) => {
    const retriever = wordRetriever();
    const held = await conversationOf(agent({ retriever }), [first, ...rest]);
    return { ...held, searched: retriever.searched, text: held.draft.texts[0]! };
  };

  it('is cut off after the first search, whatever the model goes on to write', async () => {
    const { searched, text } = await having(
      '<search>urate</search><information>made up</information><answer>scurvy</answer>',
    );
    expect(searched).toEqual(['urate']);
    expect(text).not.toContain('made up');
    expect(read(text)).toBe('gout');
  });

  it('is cut off after the first answer when there is no search', async () => {
    const { text, calls } = await having('<answer>gout</answer> or <answer>scurvy</answer>', []);
    expect(text).toBe('<answer>gout</answer>');
    expect(calls).toHaveLength(1);
  });

  it('is the first pair: an answer before a search ends it', async () => {
    const { searched, text } = await having('<answer>gout</answer><search>urate</search>', []);
    expect(searched).toEqual([]);
    expect(read(text)).toBe('gout');
  });

  it('may be closed by the service in silence', async () => {
    expect((await having('<search>urate')).searched).toEqual(['urate']);
    expect(read((await having('<answer>gout', [])).text)).toBe('gout');
  });

  it('that is none gets a message how to act, and uses a turn', async () => {
    for (const none of [
      'Hm.',
      '',
      '</search>',
      '<answer>',
      { text: '<search>ura', finish: 'length' } as const,
    ]) {
      const { searched, calls, draft } = await having(none);
      expect(searched).toEqual([]);
      expect(calls[1]!.messages.at(-1)!.content).toMatch(/\nThe last action was invalid\. .*Try again\.\n$/);
      expect(stepsOf(draft)).toEqual(['wrote', 'told', 'wrote']);
    }
  });

  it('with an answer opened before it and never closed does not spoil the answer that comes', async () => {
    const { searched, text } = await having('<answer> or rather <search>urate</search>');
    expect(searched).toEqual(['urate']);
    expect(read(text)).toBe('gout');
  });

  it('without words finds nothing, and is a search all the same', async () => {
    const { searched, calls, draft } = await having('<search> </search>');
    expect(searched).toEqual([]);
    expect(calls[1]!.messages.at(-1)!.content).toContain('<information></information>');
    expect(draft.trace[1]).toEqual({ step: 'searched', query: '', found: [] });
  });

  it('may stand in thoughts of a field of their own, if nothing else is said', async () => {
    const { searched, text } = await having({ reasoning: 'Hm <search>urate', stoppedAt: '</search>' });
    expect(searched).toEqual(['urate']);
    expect(read(text)).toBe('gout');
  });

  it('is not looked for in such thoughts when something is said', async () => {
    const { searched, text } = await having({
      reasoning: 'I could <search>x</search>.',
      text: '<search>urate</search>',
    });
    expect(searched).toEqual(['urate']);
    expect(text).toContain('I could <search>x</search>.');
  });

  it('may repeat a search: it finds the same', async () => {
    const { searched, draft } = await having(asks('urate'), [asks('urate'), answers('gout')]);
    expect(searched).toEqual(['urate']);
    expect(draft.trace.filter(({ step }) => step === 'searched')).toHaveLength(2);
  });

  it('that answers with nothing counts as unanswered', async () => {
    expect(read((await having('<answer> </answer>', [])).text)).toBe('');
  });
});

describe('the end of the turns of Search-R1', () => {
  const searchesOf = async (says: readonly Said[]) => {
    const retriever = wordRetriever();
    const held = await conversationOf(agent({ retriever, turns: 2 }), says);
    return { ...held, searched: retriever.searched };
  };

  it('is followed by one generation that may answer', async () => {
    const { searched, draft, calls } = await searchesOf([asks('urate'), asks('iron'), answers('gout')]);
    expect(searched).toEqual(['urate', 'iron']);
    expect(calls).toHaveLength(3);
    expect(read(draft.texts[0]!)).toBe('gout');
  });

  it('but not search: such a text counts as unanswered and holds what was written', async () => {
    const { searched, draft, calls } = await searchesOf([asks('urate'), asks('iron'), asks('tired')]);
    expect(searched).toEqual(['urate', 'iron']);
    expect(calls).toHaveLength(3);
    expect(read(draft.texts[0]!)).toBeUndefined();
    expect(draft.texts[0]).toContain('<search> tired</search>');
  });
});

describe('whatever a model writes', () => {
  const TAGS = ['<think>', '</think>', '<search>', '</search>', '<answer>', '</answer>', '<information>'];
  const text = fc
    .array(fc.constantFrom(...TAGS, 'urate', ' ', '\n', '</sea'), { maxLength: 8 })
    .map((parts) => parts.join(''));
  const reply = fc.record({
    text,
    reasoning: fc.option(text, { nil: '' }),
    finish: fc.constantFrom('stop', 'length'),
    stoppedAt: fc.constantFrom('</search>', '</answer>', '</s>', ''),
  });

  it('Search-R1 ends within its turns, and its text reads as the answer it gave or as none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(reply, { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom<SearchR1Setting['continuation']>('prefill', 'turns'),
        async (says, turns, continuation) => {
          const retriever = wordRetriever();
          const { draft, calls } = await conversationOf(
            agent({ retriever, turns, continuation }),
            says as Said[],
          );
          expect(calls.length).toBeLessThanOrEqual(turns + 1);
          expect(draft.trace.filter(({ step }) => step === 'searched').length).toBeLessThanOrEqual(turns);
          expect(draft.trace.at(-1)).toMatchObject({ step: 'wrote' });
          const answer = read(draft.texts[0]!);
          if (answer || calls.length <= turns)
            expect(JSON.stringify(draft.trace.at(-1))).toContain('</answer>');
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the description of Search-R1', () => {
  it('tells apart retrievers, limits, wordings, and the corpus that is searched', () => {
    const specs = [
      agent(),
      agent({ corpus: { name: 'textbooks', corpus: corpusOf('k', []) } }),
      agent({ retriever: bm25() }),
      agent({ turns: 3 }),
      agent({ documents: 2 }),
      agent({ responseTokens: 501 }),
      agent({ informationTokens: 501 }),
      agent({ continuation: 'turns' }),
    ].map(({ spec }) => JSON.stringify(spec));
    expect(new Set(specs).size).toBe(specs.length);
    expect(agent().spec).toMatchObject({ corpus: 'task', turns: 4, documents: 3, responseTokens: 500 });
  });

  it('refuses limits that are none', () => {
    for (const change of [{ turns: 0 }, { documents: 0 }, { responseTokens: -1 }, { informationTokens: 0.5 }])
      expect(() => agent(change)).toThrow(InputError);
  });

  it('says beforehand what is asked first, and how much may follow', async () => {
    const open = await agent().open(AGENT_CORPUS, testTools());
    const { known, further, furtherSampling } = open.expected(TOE);
    const { ask, calls } = scriptedAsk([answers('gout')]);
    await open.write(TOE, ask);
    expect(known).toEqual(calls);
    expect(further).toBe(4);
    expect(furtherSampling?.maxTokens).toBe(500);
  });
});

describeWriter('search-r1', () => agent({ retriever: bm25({ topK: 20 }) }), {
  script: (_, sampleIndex) =>
    sampleIndex < 3 ? asks(`night nails dose answer Temperatur ${sampleIndex}`) : answers('a {TEXT} passage'),
});
