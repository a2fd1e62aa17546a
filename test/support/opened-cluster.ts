import { corpusOf } from '../../src/core/index.js';
import type { TermsIndex } from '../../src/search/engines/engine.js';
import { openOpenSearch } from '../../src/search/engines/opensearch/opensearch.js';
import { RECIPE } from '../conformance/engine.js';
import type { FakeCluster, Spoilt } from './opensearch-server.js';
import { testTools } from './tools.js';

/** Three documents, one of them empty. */
export const CORPUS = corpusOf('fake', [
  { id: 'a', text: 'crystals' },
  { id: 'b', text: 'urate crystals' },
  { id: 'c', text: '' },
]);
/** A query that two of them answer. */
export const CRYSTAL = [new Map([['crystal', 1]])];

/** An engine on a fake cluster, whose waits take no time. */
export const opened = async (
  cluster: FakeCluster,
  { nodes = 1, env = {}, dead = false, timeoutSeconds = 60 }: Opening = {},
) => {
  const addresses = dead ? ['http://127.0.0.1:9'] : [];
  for (let i = 0; i < nodes; i++) addresses.push(await cluster.node());
  const waits: number[] = [];
  const tools = testTools();
  const engine = await openOpenSearch(addresses.join(), env, tools, {
    timeoutSeconds,
    policy: { tries: 4, sleep: async (ms) => waits.push(ms), random: () => 0, date: () => 0 },
  });
  return { engine, waits, tools, load: () => engine.openTerms(CORPUS, RECIPE, tools) };
};
interface Opening {
  readonly nodes?: number;
  readonly env?: Record<string, string>;
  readonly dead?: boolean;
  readonly timeoutSeconds?: number;
}

/** What the query finds. */
export const ids = async (index: TermsIndex) => (await index.search(CRYSTAL, 10))[0]!.map(({ id }) => id);
/** Spoils the first answers of a path, and no others. */
export const only = (cluster: FakeCluster, path: string, spoilt: Spoilt, times = 1): void => {
  let left = times;
  cluster.spoil = (request) => (request.path.includes(path) && left-- > 0 ? spoilt : undefined);
};
