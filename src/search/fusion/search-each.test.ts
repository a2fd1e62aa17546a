import { describe, expect, it } from 'vitest';
import { describeRetriever } from '../../../test/conformance/retriever.js';
import { testTools } from '../../../test/support/tools.js';
import {
  corpusOf,
  docId,
  type GeneratedText,
  type Query,
  queryId,
  type Retriever,
} from '../../core/index.js';
import { bm25, bm25Lucene } from '../retrieval/index.js';
import { rrf } from './rrf.js';
import { searchEach } from './search-each.js';

describeRetriever('bm25, each text by itself,', (topK) => searchEach(bm25({ topK }), rrf()));
describeRetriever('bm25, each text by itself with a depth of its own,', (topK) =>
  searchEach(bm25({ topK }), rrf(), { topK }),
);

const written = (text: string): GeneratedText => ({
  method: 'diagnose',
  llm: 'm',
  text,
  join: 'alone',
  dense: 'average',
});
const query = (id: string, ...texts: string[]): Query => ({
  id: queryId(id),
  text: `${id}?`,
  generated: texts.map(written),
  searches: 'each',
});

/** Finds the letters of the first written text, best first, and remembers what it was asked. */
const spelling = () => {
  const asked: (readonly Query[])[] = [];
  let closed = false;
  const retriever: Retriever = {
    name: 'spelling',
    spec: { retriever: 'spelling' },
    open: async () => ({
      get facts() {
        return { batches: asked.length };
      },
      run: async (queries) => {
        asked.push(queries);
        return queries.map((each) => ({
          query: each,
          hits: [...(each.generated?.[0]?.text ?? each.text)].map((letter, i) => ({
            docId: docId(letter),
            score: 100 - i,
          })),
        }));
      },
    }),
    close: async () => {
      closed = true;
    },
  };
  return { retriever, asked, isClosed: () => closed };
};

const open = async (topK?: number) => {
  const inner = spelling();
  const each = searchEach(inner.retriever, rrf(), topK === undefined ? {} : { topK });
  return { ...inner, each, runner: await each.open(corpusOf('k', []), testTools()) };
};

describe('searching with each text', () => {
  it('fuses what the texts find, and cuts to the depth of the retriever', async () => {
    const { runner } = await open();
    const [answer] = await runner.run([query('q', 'abc', 'bcd')]);
    expect(answer!.hits.map((hit) => hit.docId)).toEqual(['b', 'c', 'a']);
    expect(answer!.hits[0]!.score).toBe(1 / 62 + 1 / 61);
  });

  it('cuts to the depth it was given', async () => {
    const { runner } = await open(4);
    const [answer] = await runner.run([query('q', 'abc', 'bcd')]);
    expect(answer!.hits.map((hit) => hit.docId)).toEqual(['b', 'c', 'a', 'd']);
  });

  it('asks for all texts of all queries at once, each text beside its query', async () => {
    const { runner, asked } = await open();
    await runner.run([query('q', 'ab', 'cd'), query('r', 'ef'), query('s', 'gh', 'ij', 'kl')]);
    expect(asked).toHaveLength(1);
    expect(asked[0]!.map(({ text, generated: texts }) => [text, texts!.map((each) => each.text)])).toEqual([
      ['q?', ['ab']],
      ['q?', ['cd']],
      ['r?', ['ef']],
      ['s?', ['gh']],
      ['s?', ['ij']],
      ['s?', ['kl']],
    ]);
  });

  it('answers in the order of the queries, with the queries as they came', async () => {
    const { runner } = await open();
    const queries = [query('q', 'ab', 'cd'), { id: queryId('p'), text: 'x' }, query('s', 'gh', 'ij')];
    const answers = await runner.run(queries);
    expect(answers.map((answer) => answer.query)).toEqual(queries);
    expect(answers[1]!.hits).toEqual([{ docId: 'x', score: 100 }]);
  });

  it('passes on untouched what has one text, none, or is searched with together', async () => {
    const { runner, asked } = await open();
    const { searches: _, ...silent } = query('silent', 'ab', 'cd');
    const queries = [
      query('one', 'abc'),
      query('none'),
      { ...query('both', 'ab', 'cd'), searches: 'together' as const },
      silent,
      { id: queryId('plain'), text: 'xyz', searches: 'each' as const },
    ];
    const answers = await runner.run(queries);
    expect(asked[0]).toEqual(queries);
    expect(answers[0]!.hits.map((hit) => hit.score)).toEqual([100, 99, 98]);
  });

  it('answers no queries with no rankings', async () => {
    expect(await (await open()).runner.run([])).toEqual([]);
  });

  it('keeps the id of the query, by which some retrievers leave out a document', async () => {
    const { runner, asked } = await open();
    await runner.run([query('q', 'ab', 'cd')]);
    expect(asked[0]!.map(({ id }) => id)).toEqual(['q', 'q']);
  });

  it('has the name and the facts of the retriever, and its spec inside its own', async () => {
    const { each, runner } = await open(7);
    expect(each.name).toBe('spelling');
    expect(each.spec).toEqual({
      stage: 'search-each',
      retriever: { retriever: 'spelling' },
      fusion: { fusion: 'rrf', k: 60 },
      topK: 7,
    });
    expect(runner.facts).toEqual({ batches: 0 });
    await runner.run([query('q', 'ab')]);
    expect(runner.facts).toEqual({ batches: 1 });
  });

  it('closes the retriever', async () => {
    const { each, isClosed } = await open();
    await each.close!();
    expect(isClosed()).toBe(true);
    await searchEach(bm25(), rrf()).close!();
  });
});

it('finds by two diagnoses what neither text finds alone', async () => {
  const corpus = corpusOf('two', [
    { id: 'gout', text: 'Monosodium urate crystals inflame the toe.' },
    { id: 'sepsis', text: 'Bacteria in a joint need antibiotics at once.' },
    { id: 'other', text: 'Snoring leaves people tired.' },
  ]);
  const runner = await searchEach(bm25Lucene(), rrf(), { topK: 10 }).open(corpus, testTools());
  const [answer] = await runner.run([query('q', 'urate crystals', 'bacteria antibiotics')]);
  expect(new Set(answer!.hits.map((hit) => hit.docId))).toEqual(new Set(['gout', 'sepsis']));
});
