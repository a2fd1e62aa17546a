import { describe, expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, queryId } from '../../../core/index.js';
import { lsa } from './lsa.js';

/** Two worlds of words. "Doctor" and "physician" never meet, but keep the same company. */
const corpus = corpusOf('two-worlds', [
  { id: 'm1', text: 'The doctor treats a patient in the hospital ward.' },
  { id: 'm2', text: 'A physician treats every patient of the hospital.' },
  { id: 'm3', text: 'The hospital ward cares for a patient.' },
  { id: 's1', text: 'The captain steers the vessel across the stormy sea.' },
  { id: 's2', text: 'A sailor climbs the mast of the vessel at sea.' },
  { id: 's3', text: 'The stormy sea shook captain and sailor.' },
]);

const search = async (text: string, options = {}) => {
  const { run } = await lsa({ dimensions: 2, ...options }).open(corpus, testTools());
  const [answer] = await run([{ id: queryId('q'), text }]);
  return answer!.hits;
};

describe('lsa', () => {
  it('finds a document that shares no word with the query but its company', async () => {
    const hits = await search('doctor');
    const scoreOf = (id: string) => hits.find((hit) => hit.docId === id)!.score;
    expect(scoreOf('m2')).toBeGreaterThan(0.9);
    expect(scoreOf('s2')).toBeLessThan(0.1);
  });

  it('shows how much of the latent space is computed, and stops between two steps', async () => {
    const ending = new AbortController();
    const shown: number[] = [];
    const tools = (advance: (by: number) => void) => ({
      ...testTools({ signal: ending.signal }),
      progress: (label: string) => ({
        advance: label.startsWith('lsa') ? advance : () => {},
        ...{ status: () => {}, done: () => {} },
      }),
    });
    await lsa({ dimensions: 2 }).open(
      corpus,
      tools((by) => shown.push(by)),
    );
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.reduce((sum, by) => sum + by, 0)).toBeLessThan(100);
    const stopped = lsa({ dimensions: 2 }).open(
      corpus,
      tools(() => ending.abort()),
    );
    await expect(stopped).rejects.toThrow('aborted');
  });

  it('scores are cosines', async () => {
    for (const { score } of await search('captain of the hospital'))
      expect(Math.abs(score)).toBeLessThanOrEqual(1.000001);
  });

  it('finds nothing for words the corpus does not know', async () => {
    expect(await search('xyzzy')).toEqual([]);
  });

  it('keeps the last text of a repeated id', async () => {
    const repeated = corpusOf('repeated', [
      { id: 'a', text: 'doctor patient' },
      { id: 'b', text: 'captain sea' },
      { id: 'a', text: 'sailor sea' },
    ]);
    const { run, facts } = await lsa().open(repeated, testTools());
    expect(facts.lsaDocuments).toBe(2);
    const [answer] = await run([{ id: queryId('q'), text: 'doctor' }]);
    expect(answer!.hits).toEqual([]);
  });

  it('uses no more directions than there are', async () => {
    const { facts } = await lsa({ dimensions: 500 }).open(corpus, testTools());
    expect(facts.lsaRank).toBeLessThanOrEqual(6);
  });

  it('says before it computes that the space will not fit into memory', async () => {
    const opened = lsa({ dimensions: 2 }).open(corpus, { ...testTools(), memory: 1e6 });
    await expect(opened).rejects.toThrow(
      /computing the latent space of the corpus needs about .*\n {2}Fix: allow more: --memory 1GB$/,
    );
  });

  it('refuses numbers that make no sense', () => {
    expect(() => lsa({ dimensions: 0 })).toThrow('lsa: dimensions = 0; expected a whole number from 1');
    expect(() => lsa({ topK: 1.5 })).toThrow('topK = 1.5');
  });

  it('is named by what was changed', () => {
    expect([lsa().name, lsa({ dimensions: 64 }).name]).toEqual(['lsa', 'lsa(dimensions=64)']);
  });
});
