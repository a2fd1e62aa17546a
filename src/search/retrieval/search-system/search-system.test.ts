import { describe, expect, it } from 'vitest';
import { describeRetriever } from '../../../../test/conformance/retriever.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, InputError } from '../../../core/index.js';
import { inCodeSearch } from '../../../models/custom/index.js';
import { searchSystem } from './search-system.js';

const corpus = corpusOf('k', [
  { id: 'a', text: 'one' },
  { id: 'b', text: 'two' },
]);

/** The index that the conformance suite of retrievers needs: it finds what shares a word. */
const INDEX: Readonly<Record<string, string>> = {
  gout: 'allopurinol lowers urate and prevents attacks of gout',
  thyroid: 'too little thyroid hormone makes people tired',
  anaemia: 'iron deficiency makes people tired and pale',
};

describeRetriever('a search system', (topK) =>
  searchSystem({
    searcher: inCodeSearch({
      name: 'words',
      version: 1,
      search: (queries, k) =>
        queries.map(({ text }) =>
          Object.entries(INDEX)
            .map(
              ([id, words]) => [id, text.split(' ').filter((word) => words.includes(word)).length] as const,
            )
            .filter(([, shared]) => shared > 0 && text !== 'anything')
            .slice(0, k),
        ),
    }),
    topK,
  }),
);

describe('a search system', () => {
  /** One that counts its queries; it may have a version. */
  const counting = (version: string | undefined) => {
    const asked: string[] = [];
    const searcher = inCodeSearch({
      name: 'mine',
      version: 1,
      search: (queries) =>
        queries.map(({ id }) => {
          asked.push(id);
          return id === 'bad' ? null : [['a', 1]];
        }),
    });
    return { asked, searcher: { ...searcher, version } };
  };
  const queries = ['p', 'bad', 'q'].map((id) => ({ id, text: id }));

  it('with a version is asked once for each query, and again for what failed', async () => {
    const { asked, searcher } = counting('1');
    const tools = testTools();
    const first = await (await searchSystem({ searcher }).open(corpus, tools)).run(queries.slice(0, 2));
    const runner = await searchSystem({ searcher }).open(corpus, tools);
    const second = await runner.run(queries);
    expect(asked).toEqual(['p', 'bad', 'bad', 'q']);
    expect(second.slice(0, 2)).toEqual(first);
    expect(runner.facts).toEqual({
      searchSystem: { calls: 1, cached: 1 },
      failed: { 'queries without a ranking': { count: 1, reason: 'query bad: no ranking and no reason' } },
    });
  });

  it.each([
    ['another corpus', corpusOf('other', [{ id: 'a', text: '' }]), 100],
    ['another cutoff', corpus, 7],
  ])('is asked again for %s', async (_, other, topK) => {
    const { asked, searcher } = counting('1');
    const tools = testTools();
    await (await searchSystem({ searcher }).open(corpus, tools)).run(queries.slice(0, 1));
    await (await searchSystem({ searcher, topK }).open(other, tools)).run(queries.slice(0, 1));
    expect(asked).toEqual(['p', 'p']);
  });

  it('without a version is asked anew in every run', async () => {
    const { asked, searcher } = counting(undefined);
    const tools = testTools();
    for (let run = 0; run < 2; run++)
      await (await searchSystem({ searcher }).open(corpus, tools)).run(queries.slice(0, 1));
    expect(asked).toEqual(['p', 'p']);
    expect(tools.kept.size).toBe(0);
  });

  it('refuses to keep no hits', () => {
    const { searcher } = counting('1');
    expect(() => searchSystem({ searcher, topK: 0 })).toThrow(InputError);
  });
});
