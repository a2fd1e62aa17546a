import { expect, it } from 'vitest';
import { fakeCluster } from '../../../test/support/opensearch-server.js';
import { testTools } from '../../../test/support/tools.js';
import { openEngine } from './engines.js';

it('an engine is named with its addresses, or by its name where the environment has them', async () => {
  const url = await fakeCluster().node();
  for (const [written, env] of [
    [`opensearch:${url}`, {}],
    ['opensearch', { OPENSEARCH_URL: url }],
    ['opensearch:', { OPENSEARCH_URL: url }],
  ] as const) {
    const engine = await openEngine(written, env, testTools());
    expect([engine.name, engine.addresses]).toEqual(['opensearch', [url]]);
    await engine.close();
  }
});

it('an unknown one is an error with the nearest name', () => {
  expect(() => openEngine('opensaerch:http://localhost', {}, testTools())).toThrow(
    'did you mean "opensearch"?',
  );
});
