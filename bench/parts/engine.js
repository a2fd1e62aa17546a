// BM25 on a real cluster: what it costs over the embedded search, and over BEIR's way of asking a cluster.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluate, nDCG } from '../../dist/evaluation/measures.js';
import { search } from '../../dist/experiment/running.js';
import { retrievers } from '../../dist/search/retrieval.js';
import { suite, task } from '../../dist/tasks/index.js';
import { startCluster } from '../cluster.js';
import { BIOLOGY_SHAPE, shapeText, writeTask } from '../invented-task.js';
import { figures, interleave } from '../measure.js';
import { beirIndex } from '../peers/beir.js';
import { run } from '../process.js';
import { digits, markdown } from '../table.js';

const work = (name) => fileURLToPath(new URL(`../peers/${name}`, import.meta.url));
const CLUSTERS = [1, 3];
const EMBEDDED = 'r2med, embedded';
const onNodes = (who, nodes) => `${who}, ${nodes === 1 ? 'one node' : `${nodes} nodes`}`;
const R2MED = 'r2med';
const BEIR = "BEIR's requests";

const HEAD = [
  'Program',
  'Documents/s loaded',
  'bm25, queries/s',
  'bm25-lucene, queries/s',
  'multi_match, queries/s',
  'CPU of the client, s',
  'CPU of the nodes, s',
  'Memory of the client, MB',
  'Memory of the nodes, MB',
  'Index, MB',
];

const measure = async ({ temporary, rounds }) => {
  const { folder } = await writeTask(join(temporary, 'task'), BIOLOGY_SHAPE);
  const clusters = [];
  try {
    for (const nodes of CLUSTERS)
      clusters.push({ nodes, ...(await startCluster(join(temporary, `cluster-${nodes}`), nodes)) });
    return await measured(folder, clusters, rounds);
  } finally {
    for (const { stop } of clusters) await stop();
  }
};

const measured = async (folder, clusters, rounds) => {
  const contenders = [
    { name: EMBEDDED, measure: () => run(process.execPath, work('r2med_engine_work.js'), folder) },
    ...clusters.flatMap((cluster) => [
      { name: onNodes(R2MED, cluster.nodes), measure: onCluster(cluster, 'r2med_engine_work.js', folder) },
      { name: onNodes(BEIR, cluster.nodes), measure: onCluster(cluster, 'beir_work.js', folder) },
    ]),
  ];
  const results = await interleave(contenders, rounds);
  const over = (nodes, theirs, ours) => {
    const took = figures(results, onNodes(R2MED, nodes), ours);
    return figures(results, onNodes(BEIR, nodes), theirs).map((seconds, round) => seconds / took[round]);
  };
  const perSecond = (count, seconds) => (seconds === undefined ? '–' : digits(count / seconds));
  const row = ({ name }) => {
    const it = results.get(name);
    return [
      name,
      perSecond(BIOLOGY_SHAPE.documents, it.load),
      ...[it.bm25, it.lucene, it.multiMatch].map((seconds) => perSecond(BIOLOGY_SHAPE.queries, seconds)),
      ...[it.cpu, it.nodesCpu, it.peak ?? it.megabytes, it.nodes, it.index].map(digits),
    ];
  };
  return {
    text: `${shapeText(BIOLOGY_SHAPE)}, top 100, OpenSearch on this machine with 512 MB of heap per node, a shard and no copy on one node, a shard per node and one
copy on three. r2med checks every row after a load and proves every ranking of \`bm25\`; BEIR's requests do neither. CPU and memory of the client are those
of its process; the memory of the nodes is what they hold afterwards, and all nodes share the machine with the client.

${await differences(clusters[0])}`,
    table: markdown(HEAD, contenders.map(row)),
    summary: CLUSTERS.flatMap((nodes) => [
      {
        against: onNodes(BEIR, nodes),
        what: 'time of a load',
        wanted: '–',
        values: over(nodes, 'load', 'load'),
      },
      {
        against: onNodes(BEIR, nodes),
        what: 'time of queries, bm25-lucene',
        wanted: '–',
        values: over(nodes, 'multiMatch', 'lucene'),
      },
    ]),
  };
};

/** Runs a client on an empty cluster, then looks at what the cluster holds. */
const onCluster = (cluster, file, folder) => async () => {
  await cluster.clear();
  const before = cluster.cpu();
  const measured = await run(process.execPath, work(file), folder, cluster.url);
  return {
    ...measured,
    nodesCpu: cluster.cpu() - before,
    nodes: cluster.residentMegabytes(),
    index: await cluster.indexMegabytes(),
  };
};

/** How BEIR's ranking differs, on tasks with real judgements. */
const differences = async ({ url }) => {
  const index = beirIndex(url, 'beir-sample');
  const sums = { bm25: 0, 'bm25-lucene': 0, beir: 0 };
  const tasks = suite('sample').tasks;
  let queries = 0;
  let same = 0;
  for (const { name } of tasks) {
    const opened = await task('sample', name);
    const documents = [];
    for await (const batch of opened.corpus.rows()) documents.push(...batch);
    await index.drop();
    await index.load(documents);
    const runs = { beir: await index.search(opened.queries, 100) };
    for (const preset of ['bm25', 'bm25-lucene']) runs[preset] = await search(retrievers[preset](), opened);
    for (const [system, each] of Object.entries(runs))
      sums[system] += evaluate(each, opened.judgements, [nDCG.at(10)]).means['nDCG@10'] / tasks.length;
    const top = (system, id) =>
      runs[system]
        .get(id)
        .slice(0, 10)
        .map(({ docId }) => docId)
        .join();
    queries += opened.queries.length;
    same += opened.queries.filter(({ id }) => top('beir', id) === top('bm25-lucene', id)).length;
  }
  await index.drop();
  const [bm25, lucene, beir] = Object.values(sums).map((sum) => (100 * sum).toFixed(2));
  return `BEIR's ranking is another one: k1 1.2 and b 0.75, title and text scored apart, and ties in no order. Mean nDCG@10 on the sample suite: bm25 ${bm25},
bm25-lucene ${lucene}, BEIR's requests ${beir}; ${same} of ${queries} queries have the same ten best documents as with bm25-lucene.`;
};

export const part = { name: 'engine', title: 'On a search cluster', rounds: 3, measure };
