import { describe, expect, it } from 'vitest';
import { KNOWN_TEXTS } from '../../../test/support/embedders.js';
import { testTools } from '../../../test/support/tools.js';
import { docId, type Pair, queryId, type Scorer } from '../../core/index.js';
import type { Candidates } from './rerank-method.js';
import { scored } from './scored.js';

/** Scores a pair by the length of its document, in batches of two; what begins with "bad" fails. It knows the order that is known. */
const byLength = (listwise = false): Scorer & { asked: Pair[]; closed: boolean } => ({
  spec: { scorer: 'by-length' },
  listwise,
  asked: [],
  closed: false,
  async *score(pairs) {
    this.asked.push(...pairs.filter(({ document }) => !KNOWN_TEXTS.has(document)));
    for (let at = 0; at < pairs.length; at += 2) {
      const places = [at, at + 1].filter((place) => place < pairs.length);
      const bad = places.filter((place) => pairs[place]!.document.startsWith('bad'));
      yield {
        scored: places
          .filter((place) => !bad.includes(place))
          .map((place) => ({
            place,
            score: pairs[place]!.document.length * (KNOWN_TEXTS.has(pairs[place]!.document) ? -1 : 1),
            ...(pairs[place]!.document.length > 3 && { cut: { query: 0, document: 1 } }),
          })),
        failed: bad.map((place) => ({ place, reason: 'too bad' })),
      };
    }
  },
  usage() {
    return { tokens: 7 * this.asked.length };
  },
  async close() {
    this.closed = true;
  },
});

const candidates = (id: string, ...texts: string[]): Candidates => ({
  query: {
    id: queryId(id),
    text: `question ${id}`,
    generated: [{ method: 'hyde', llm: 'l', text: 'rewritten', join: 'alone', dense: 'average' }],
  },
  documents: texts.map((text, i) => ({ docId: docId(`${id}${i}`), text, score: 9 - i })),
});

describe('ordering by scores', () => {
  it('gives every document its score, from the unchanged query', async () => {
    const scorer = byLength();
    const { order } = await scored('length', scorer).open(testTools());
    const [first, second] = await order([candidates('p', 'a', 'bbbb', 'cc'), candidates('q', 'a')]);
    expect(first!.hits).toEqual([
      { docId: 'p0', score: 1 },
      { docId: 'p1', score: 4 },
      { docId: 'p2', score: 2 },
    ]);
    expect(second!.hits).toEqual([{ docId: 'q0', score: 1 }]);
    expect(new Set(scorer.asked.map(({ query }) => query))).toEqual(new Set(['question p', 'question q']));
  });

  it('asks for a pair once, also over restarts', async () => {
    const tools = testTools();
    const scorer = byLength();
    await (await scored('length', scorer).open(tools)).order([candidates('p', 'a', 'a', 'bb')]);
    expect(scorer.asked).toHaveLength(2);
    const again = await scored('length', scorer).open(tools);
    const [ordered] = await again.order([candidates('p', 'bb', 'a')]);
    expect(scorer.asked).toHaveLength(2);
    expect(ordered!.hits!.map(({ score }) => score)).toEqual([2, 1]);
  });

  it('leaves a query in its order when a document has no score, says so, and asks for it again', async () => {
    const tools = testTools();
    const scorer = byLength();
    const opened = await scored('length', scorer).open(tools);
    const [first, second] = await opened.order([candidates('p', 'a', 'bad'), candidates('q', 'ccccc')]);
    expect(first!.hits).toBeUndefined();
    expect(second!.hits).toHaveLength(1);
    expect(tools.notes).toEqual([
      'query p: 1 of 2 documents could not be scored (too bad); it keeps its first-stage order',
    ]);
    expect(opened.facts).toEqual({ pairs: 3, failed: 1, cutQueries: 0, cutDocuments: 1, tokens: 21 });
    expect(opened.failed).toEqual({ failed: { 'pairs without a score': { count: 1, reason: 'too bad' } } });
    await (await scored('length', scorer).open(tools)).order([candidates('p', 'a', 'bad')]);
    expect(scorer.asked.map(({ document }) => document)).toEqual(['a', 'bad', 'ccccc', 'bad']);
  });

  it('counts what was requested here, whatever other callers ask the same scorer', async () => {
    const tools = testTools();
    const scorer = byLength();
    const [one, other] = [
      await scored('length', scorer).open(tools),
      await scored('length', scorer).open(tools),
    ];
    await one.order([candidates('p', 'a')]);
    await other.order([candidates('p', 'a', 'bb', 'ccc')]);
    await one.order([candidates('q', 'a')]);
    expect([one.facts.tokens, other.facts.tokens]).toEqual([14, 14]);
  });

  it('caches a score that depends on its list with the whole list, and requests a list again as a whole', async () => {
    const tools = testTools();
    const scorer = byLength(true);
    const { order } = await scored('length', scorer).open(tools);
    const asked = async (...texts: string[]) => {
      scorer.asked.length = 0;
      const [ordered] = await order([candidates('p', ...texts)]);
      return [scorer.asked.map(({ document }) => document), ordered!.hits?.map(({ score }) => score)];
    };
    expect(await asked('a', 'bb', 'a')).toEqual([
      ['a', 'bb', 'a'],
      [1, 2, 1],
    ]);
    expect(await asked('a', 'bb', 'a')).toEqual([[], [1, 2, 1]]);
    expect(await asked('a', 'bb')).toEqual([
      ['a', 'bb'],
      [1, 2],
    ]);
    expect(await asked('a', 'bad')).toEqual([['a', 'bad'], undefined]);
    expect(await asked('a', 'bad')).toEqual([['a', 'bad'], undefined]);
  });

  it('makes damaged scores again', async () => {
    const tools = testTools();
    const scorer = byLength();
    await (await scored('length', scorer).open(tools)).order([candidates('p', 'a')]);
    for (const items of tools.kept.values())
      for (const key of items.keys()) items.set(key, new Uint8Array(3));
    await (await scored('length', scorer).open(tools)).order([candidates('p', 'a')]);
    expect(scorer.asked).toHaveLength(2);
  });

  it('closes its scorer', async () => {
    const scorer = byLength();
    await scored('length', scorer).close!();
    expect(scorer.closed).toBe(true);
  });
});
