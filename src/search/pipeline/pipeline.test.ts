import { describe, expect, it } from 'vitest';
import {
  corpusOf,
  docId,
  type Query,
  queryId,
  type Reranker,
  type Retriever,
  type Rewriter,
} from '../../core/index.js';
import { pipeline, top } from './pipeline.js';

const corpus = corpusOf('k', []);
const tools = {} as Parameters<Retriever['open']>[1];

const shout: Rewriter = {
  name: 'shout',
  spec: { stage: 'shout' },
  open: async () => ({
    run: async (queries) => queries.map((query) => ({ ...query, text: query.text.toUpperCase() })),
    facts: { shouted: true },
  }),
};
const echo: Retriever = {
  name: 'echo',
  spec: { stage: 'echo' },
  open: async () => ({
    run: async (queries) =>
      queries.map((query) => ({
        query,
        hits: [...query.text].map((letter, i) => ({ docId: docId(letter), score: -i })),
      })),
    facts: { echoes: 1 },
  }),
};
const query: Query = { id: queryId('q'), text: 'abc' };

describe('pipeline', () => {
  it('hands the output of each stage to the next', async () => {
    const { run } = await pipeline(shout).to(echo).to(top(2)).open(corpus, tools);
    const [ranked] = await run([query]);
    expect(ranked!.hits.map((hit) => hit.docId)).toEqual(['A', 'B']);
  });

  it('is named and described by its stages in order', () => {
    const system = pipeline(shout).to(echo).to(top(2));
    expect(system.name).toBe('shout > echo > top(2)');
    expect(system.spec).toEqual([{ stage: 'shout' }, { stage: 'echo' }, { stage: 'top', k: 2 }]);
  });

  it('of one stage is described as that stage', () => {
    expect(pipeline(echo).spec).toEqual(echo.spec);
  });

  it('tells what every stage found out', async () => {
    expect((await pipeline(shout).to(echo).open(corpus, tools)).facts).toEqual({ shouted: true, echoes: 1 });
  });

  it('adds up what two stages both count', async () => {
    const counts = (calls: number): Reranker => ({
      name: 'r',
      spec: {},
      open: async () => ({ run: async (batch) => batch, facts: { reranking: { calls }, echoes: true } }),
    });
    const { facts } = await pipeline(echo).to(counts(3)).to(counts(4)).open(corpus, tools);
    expect(facts.reranking).toEqual({ calls: 7 });
  });

  it('can be continued twice without one continuation seeing the other', () => {
    const base = pipeline(echo);
    expect(base.to(top(1)).name).toBe('echo > top(1)');
    expect(base.to(top(2)).name).toBe('echo > top(2)');
    expect(base.name).toBe('echo');
  });
});
