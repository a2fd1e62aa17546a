import { describe, expect, it } from 'vitest';
import { corpusOf, docId, type Query, queryId, type Retriever, type Tools } from '../../core/index.js';
import { gate } from './gate.js';

const corpus = corpusOf('c', [
  { id: 'a', text: 'Fever and rash' },
  { id: 'b', text: 'a broken arm' },
  { id: 'c', text: 'something else' },
]);
const query = (text: string): Query => ({ id: queryId(text), text });

/** Finds the same documents for every query, and says which queries it was asked. */
const fixed = (name: string, ids: readonly string[]) => {
  const asked: string[] = [];
  const retriever: Retriever = {
    name,
    spec: { name },
    open: async () => ({
      facts: { name },
      run: async (queries) => {
        asked.push(...queries.map(({ text }) => text));
        return queries.map((each) => ({
          query: each,
          hits: ids.map((id, i) => ({ docId: docId(id), score: ids.length - i })),
        }));
      },
      explainHits: async () => ({ scores: new Map() }),
    }),
  };
  return { retriever, asked };
};

const opened = async (options: Parameters<typeof gate>[1], second: readonly string[] = ['b', 'c']) => {
  const [one, two] = [fixed('one', ['a', 'c']), fixed('two', second)];
  const stage = gate([one.retriever, two.retriever], options);
  const runner = await stage.open(corpus, {} as Tools);
  const first = async (...texts: string[]) =>
    (await runner.run(texts.map(query))).map(({ hits }) => hits[0]!.docId);
  return { stage, runner, first, one, two };
};

describe('a gate', () => {
  it('by length asks each system for its own queries alone, in the order of the queries', async () => {
    const { first, one, two, runner, stage } = await opened({ length: 3 });
    expect(await first('x y z', 'x', 'x  y', ' 1 2 3 4 ')).toEqual(['b', 'a', 'a', 'b']);
    expect(one.asked).toEqual(['x', 'x  y']);
    expect(two.asked).toEqual(['x y z', ' 1 2 3 4 ']);
    expect(runner.facts).toEqual({
      answered: { first: 2, second: 2 },
      fused: [
        { system: 'one', facts: { name: 'one' } },
        { system: 'two', facts: { name: 'two' } },
      ],
    });
    expect(stage.name).toBe('gate(one, two, length=3)');
  });

  it('by overlap counts the different words of a query that the first list says', async () => {
    const { runner, two } = await opened({ overlap: 0.5 });
    const why = async (text: string) => (await runner.explainHits!(query(text), [], {})).chosen;
    // "fever" of "fever", "arm": the second list does not count.
    expect(await why('Fever, fever; arm')).toEqual([
      { by: 'gate', system: 'two', features: [{ name: 'overlap', value: 0.5, threshold: 0.5 }] },
    ]);
    expect(await why('fever arm leg')).toEqual([
      { by: 'gate', system: 'one', features: [{ name: 'overlap', value: 1 / 3, threshold: 0.5 }] },
    ]);
    expect(await why('?')).toMatchObject([{ system: 'one', features: [{ value: 0 }] }]);
    expect(two.asked).toEqual(['Fever, fever; arm']);
  });

  it('by agreement compares the first hits of both', async () => {
    expect(await (await opened({ agreement: 0.5 })).first('x')).toEqual(['b']);
    expect(await (await opened({ agreement: 0.51 })).first('x')).toEqual(['a']);
    expect(await (await opened({ agreement: 0.5 }, ['b'])).first('x')).toEqual(['a']);
  });

  it('measures nothing further once a feature has decided', async () => {
    const { runner, one } = await opened({ agreement: 0, length: 1 });
    const { chosen } = await runner.explainHits!(query('x'), [], {});
    expect(chosen).toEqual([
      { by: 'gate', system: 'two', features: [{ name: 'length', value: 1, threshold: 1 }] },
    ]);
    expect(one.asked).toEqual([]);
  });

  it('without a threshold is the first system', async () => {
    const { first, two } = await opened({});
    expect(await first('x', 'x y z')).toEqual(['a', 'a']);
    expect(two.asked).toEqual([]);
  });

  it('is refused with another number of systems, or a share above 1', () => {
    const { retriever } = fixed('one', []);
    expect(() => gate([retriever], {})).toThrow('two systems');
    expect(() => gate([retriever, retriever], { overlap: 1.5 })).toThrow('a number from 0 to 1');
  });
});
