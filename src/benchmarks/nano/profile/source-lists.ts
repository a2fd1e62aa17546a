import { documentIds, InputError, type Run, type Task, type Tools } from '../../../core/index.js';
import { rrf } from '../../../search/fusion/index.js';
import { bm25Hakari } from '../../../search/retrieval/index.js';
import { HYBRID_CANDIDATES, mustBeOfTask, safeguardsIn } from '../../../tasks/index.js';
import { DEFAULTS, type NamedRetriever } from '../settings.js';
import { topHits } from '../top-hits.js';
import { rankingOf, type SourceList } from './list-profile.js';

/**
 * The BM25, dense and hybrid lists of a task: those published with it; what there is none of is made as HAKARI-Bench makes
 * it, as far as it can be. `dense` makes the dense list instead of the published one; the hybrid is then made of it too.
 */
export const sourceLists = async (
  task: Task,
  { dense }: { readonly dense?: NamedRetriever },
  tools: Tools,
): Promise<readonly SourceList[]> => {
  const configs = task.candidateConfigs ?? [];
  const bm25 = configs.includes('bm25')
    ? await storedList(task, 'bm25', 'bm25')
    : await bm25List(task, tools);
  const vectors = dense ? await denseList(task, dense, tools) : await storedDense(task);
  if (!vectors) return [bm25];
  const hybrid =
    !dense && configs.includes(HYBRID_CANDIDATES)
      ? await storedList(task, 'hybrid', HYBRID_CANDIDATES)
      : fusedList(bm25, vectors);
  return [bm25, vectors, hybrid];
};

/** The BM25 list of a task, made here: every document is scored, equal scores are ordered by id. */
export const bm25List = async (task: Task, tools: Tools, depth = DEFAULTS.depth): Promise<SourceList> => {
  const { documents } = await task.statistics();
  const retriever = bm25Hakari({ topK: documents });
  const run = await topHits(retriever, task, depth, tools, `${task.name}: ${retriever.name}`);
  return { kind: 'bm25', system: retriever.name, origin: 'computed', run };
};

const denseList = async (task: Task, { make }: NamedRetriever, tools: Tools): Promise<SourceList> => {
  const { documents } = await task.statistics();
  const retriever = await make(task, documents);
  try {
    const run = await topHits(retriever, task, DEFAULTS.depth, tools, `${task.name}: ${retriever.name}`);
    return { kind: 'dense', system: retriever.name, origin: 'computed', run };
  } finally {
    await retriever.close?.();
  }
};

const storedDense = async (task: Task): Promise<SourceList | undefined> => {
  const others = (task.candidateConfigs ?? []).filter(
    (name) => name !== 'bm25' && name !== HYBRID_CANDIDATES,
  );
  if (others.length > 1)
    throw new InputError({
      at: { file: task.folder ?? task.name },
      found: `more than one list in addition to BM25 and the hybrid: ${others.join(', ')}`,
      expected: 'one dense list',
      fix: `choose one, for example --dense stored:${others[0]}`,
    });
  return others[0] === undefined ? undefined : storedList(task, 'dense', others[0]);
};

const storedList = async (task: Task, kind: SourceList['kind'], config: string): Promise<SourceList> => {
  const system = `stored:${config}`;
  const lists = await task.candidates!(config);
  mustBeOfTask(lists, task, await documentIds(task.corpus), system);
  return {
    kind,
    system,
    origin: 'stored',
    run: new Map([...lists].map(([query, ids]) => [query, rankingOf(ids)])),
    safeguards: new Set(safeguardsIn(config, lists).safeguards.keys()),
  };
};

/** A safeguard would be behind all that counts, so none is put here. */
const fusedList = (bm25: SourceList, dense: SourceList): SourceList => {
  const fusion = rrf({ k: DEFAULTS.rrfK, ties: 'hakari' });
  const run: Run = new Map(
    [...bm25.run].map(([query, hits]) => [
      query,
      fusion.fuse([hits, dense.run.get(query) ?? []], DEFAULTS.hybridDepth),
    ]),
  );
  const system = `rrf(${bm25.system}, ${dense.system}, k=${DEFAULTS.rrfK}, ties=hakari)`;
  return { kind: 'hybrid', system, origin: 'computed', run };
};
