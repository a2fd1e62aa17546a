import { expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, docId, queryId } from '../../../core/index.js';
import { bm25, bm25Hakari, bm25Lucene, bm25Mteb } from './index.js';

const FEVER = { id: docId('fever'), text: 'Fever and cough; the fever settled.' };

it.each(Object.entries({ bm25, bm25Lucene, bm25Mteb, bm25Hakari }))(
  '%s explains a term by its word in the document and by how often the query has it',
  async (_, make) => {
    const corpus = corpusOf('notes', [FEVER, { id: 'gout', text: 'Gout of the big toe.' }]);
    const { explainHits } = await make().open(corpus, testTools());
    const query = { id: queryId('q'), text: 'settling, settled and settles' };
    const { scores } = await explainHits!(query, [FEVER], {});
    const [part] = scores.get(FEVER.id)!.parts;
    expect(part).toMatchObject({ word: 'settled', details: { 'times in query': 3 } });
  },
);
