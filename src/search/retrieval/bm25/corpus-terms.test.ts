import { describe, expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, queryId } from '../../../core/index.js';
import { bm25 } from './bm25.js';
import { openCorpusTerms } from './corpus-terms.js';

const corpus = corpusOf('terms', [
  { id: 'a', text: 'Fever and cough, then fever again.' },
  { id: 'b', text: 'A rash.' },
  { id: 'a', text: 'Cough with chest pain.' },
  { id: 'c', text: 'Fever.' },
]);

const open = () => openCorpusTerms(corpus, 'lucene-english', testTools());

describe('openCorpusTerms', () => {
  it('has every document once, with its last text', async () => {
    const terms = await open();
    expect(terms.ids).toEqual(['a', 'b', 'c']);
    // "with" is a stop word; "again" and "then" of the first text are gone.
    expect([...terms.lengths]).toEqual([3, 1, 1]);
    expect([...terms.sizes]).toEqual([3, 1, 1]);
  });

  it('counts documents, not rows', async () => {
    const terms = await open();
    expect(['fever', 'cough', 'xyzzy'].map(terms.documentFrequency)).toEqual([1, 1, 0]);
  });

  it('scores every document as the retriever does', async () => {
    const terms = await open();
    const { run } = await bm25().open(corpus, testTools());
    const [found] = await run([{ id: queryId('q'), text: 'cough or fever' }]);
    const scores = terms.scores('cough or fever');
    const byId = Object.fromEntries(terms.ids.map((id, i) => [id, scores[i]]));
    expect(byId).toEqual(Object.fromEntries(found!.hits.map(({ docId, score }) => [docId, score])));
    expect(byId.b).toBe(0);
  });

  it('counts the terms that documents have of a set', async () => {
    const terms = await open();
    expect([...terms.sharedCounts(new Set(['cough', 'pain', 'fever', 'xyzzy']))]).toEqual([2, 0, 1]);
  });

  it('uses the analyzer that is asked for', async () => {
    const terms = await openCorpusTerms(corpus, 'hakari-english', testTools());
    expect(terms.analyze('coughs')).toEqual(['cough']);
    await expect(openCorpusTerms(corpus, 'lucene', testTools())).rejects.toThrow('lucene-english');
  });
});
