import { describe, expect, it } from 'vitest';
import { AGENT_CORPUS, TOE, wordRetriever } from '../../../../test/support/agents.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, docId, InputError, WorkError } from '../../../core/index.js';
import { corpusSpec, searcher } from './searcher.js';

describe('an agent searching', () => {
  it('gets the documents, best first, and keeps how each begins', async () => {
    const { search } = searcher(wordRetriever(), AGENT_CORPUS, 10, testTools());
    const { documents, found } = await search('urate tired', TOE);
    expect(documents.map(({ id }) => id)).toEqual(['gout', 'anaemia', 'titled']);
    expect(found[0]).toEqual({
      id: 'gout',
      score: 9,
      begins: 'Urate crystals in a joint cause gout. Colchicine calms it.',
    });
    expect(found[2]!.begins).toMatch(/^Sleep apnoea Pauses/);
  });

  it('gets no more documents than it is to read', async () => {
    const { search } = searcher(wordRetriever(), AGENT_CORPUS, 2, testTools());
    expect((await search('urate tired', TOE)).documents).toHaveLength(2);
  });

  it('opens the retriever when it first searches, and once', async () => {
    const retriever = wordRetriever();
    const { search } = searcher(retriever, AGENT_CORPUS, 2, testTools());
    expect(retriever.openedOn).toEqual([]);
    await Promise.all([search('urate', TOE), search('tired', TOE)]);
    expect(retriever.openedOn).toEqual(['agents']);
  });

  it('searches for the same words once, even at the same time', async () => {
    const retriever = wordRetriever();
    const { search } = searcher(retriever, AGENT_CORPUS, 2, testTools());
    const [first, second] = await Promise.all([search('urate', TOE), search('urate', TOE)]);
    expect(second).toBe(first);
    expect(retriever.searched).toEqual(['urate']);
  });

  it('searches one at a time', async () => {
    let inFlight = 0;
    const slow = {
      ...wordRetriever(),
      open: async () => ({
        facts: {},
        run: async () => {
          expect(++inFlight).toBe(1);
          await Promise.resolve();
          inFlight--;
          return [];
        },
      }),
    };
    const { search } = searcher(slow, AGENT_CORPUS, 2, testTools());
    await Promise.all(['a', 'b', 'c'].map((words) => search(words, TOE)));
  });

  it('finds nothing when a search fails, says so, and may try the words again', async () => {
    const tools = testTools();
    const errors = [new Error('line broke')];
    const searching = searcher(
      wordRetriever(() => errors.pop()),
      AGENT_CORPUS,
      2,
      tools,
    );
    const { search } = searching;
    expect(searching.failed).toEqual({});
    expect((await search('urate', TOE)).documents).toEqual([]);
    expect(searching.failed).toEqual({
      failed: { 'searches of an agent': { count: 1, reason: 'Error: line broke' } },
    });
    expect(tools.notes).toEqual(['words: a search for q1 failed and found nothing: Error: line broke']);
    expect((await search('urate', TOE)).documents).toHaveLength(1);
  });

  it.each([
    ['a wrong key', new WorkError('no key')],
    ['a wrong setting', new InputError({ found: 'x' })],
  ])('ends the work for %s, which no search would survive', async (_, error) => {
    const { search } = searcher(
      wordRetriever(() => error),
      AGENT_CORPUS,
      2,
      testTools(),
    );
    await expect(search('urate', TOE)).rejects.toBe(error);
  });

  it('ends the work when it is called off, and when the retriever cannot be opened', async () => {
    const controller = new AbortController();
    const calledOff = searcher(
      wordRetriever(() => new Error('called off')),
      AGENT_CORPUS,
      2,
      testTools({ signal: controller.signal }),
    );
    controller.abort();
    await expect(calledOff.search('urate', TOE)).rejects.toThrow('called off');
    const closed = { ...wordRetriever(), open: () => Promise.reject(new Error('no index')) };
    await expect(searcher(closed, AGENT_CORPUS, 2, testTools()).search('urate', TOE)).rejects.toThrow(
      'no index',
    );
  });

  it('finds nothing for no words, without asking', async () => {
    const retriever = wordRetriever();
    expect((await searcher(retriever, AGENT_CORPUS, 2, testTools()).search(' ', TOE)).found).toEqual([]);
    expect(retriever.openedOn).toEqual([]);
  });

  it('passes over what the corpus does not hold', async () => {
    const stray = {
      ...wordRetriever(),
      open: async () => ({
        facts: {},
        run: async () => [{ query: TOE, hits: [{ docId: docId('stray'), score: 1 }] }],
      }),
    };
    expect((await searcher(stray, AGENT_CORPUS, 2, testTools()).search('x', TOE)).found).toEqual([]);
  });
});

it("the task's own corpus and a named one are different settings", () => {
  expect(corpusSpec(undefined)).toBe('task');
  expect(corpusSpec({ name: 'textbooks', corpus: corpusOf('k', []) })).toEqual({
    name: 'textbooks',
    key: 'k',
  });
});
