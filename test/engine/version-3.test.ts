import { expect, inject, it } from 'vitest';
import { openEngine } from '../../src/search/engines/index.js';
import { describeEngine } from '../conformance/engine.js';
import { describeVectorCodes } from '../conformance/engine-codes.js';
import { describeEngineVectors } from '../conformance/engine-vectors.js';
import { testTools } from '../support/tools.js';
import { describeSampleSuite } from './sample-suite.js';

/**
 * OpenSearch 3 has another Lucene, another factor in BM25 and another k-NN plugin. Without a Java for it nothing of this is claimed: `cluster.ts` then says
 * so.
 */
const address = inject('version3');
const open = () => openEngine(`opensearch:${address}`, {}, testTools());
const LAYOUTS = [{ shards: 3, replicas: 0 }];

// Only on a machine of one's own: in CI, `cluster.ts` fails without a Java for it.
if (address === '') it.skip('OpenSearch 3: no Java 21 or later can be had here');
else {
  it('OpenSearch 3 answers', async () => {
    const engine = await open();
    expect(await engine.about()).toMatchObject({ version: expect.stringMatching(/^3\./) });
    await engine.close();
  });
  describeEngine('OpenSearch 3', open, LAYOUTS);
  describeSampleSuite('OpenSearch 3', open, LAYOUTS);
  describeEngineVectors('OpenSearch 3', open, LAYOUTS);
  describeVectorCodes('OpenSearch 3', open);
}
