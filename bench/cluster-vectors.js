// node bench/cluster-vectors.js FOLDER DOCUMENTS [WAY…]: what vectors cost on a cluster of one node, for docs/background/cluster.md. It writes a task with invented
// vectors below FOLDER, starts OpenSearch there (ENGINE_HEAP is the heap of the node), and for each way to search them prints a line of JSON: bytes of the
// index, CPU seconds and memory of a load, CPU seconds of the node per query, and the recall against exact search. Not a part of `npm run bench`: a million
// vectors take hours. WAY: exact, hnsw, byte, binary; all of them by default.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCluster } from './cluster.js';
import { dice } from './invented-text.js';
import { writeVectors } from './invented-vectors.js';

const BIN = fileURLToPath(new URL('../bin/r2med.js', import.meta.url));
const QUERIES = 60;
const SAMPLE = 20;
const DIMENSIONS = 128;
const CENTRES = 200;
const WAYS = {
  exact: '',
  hnsw: '(hnsw)',
  byte: '(hnsw, codes=byte)',
  binary: '(hnsw, codes=binary, oversample=10)',
};

const [folderName, count, ...names] = process.argv.slice(2);
const documents = Number(count);
if (!(documents > 0) || names.some((name) => !(name in WAYS))) {
  console.error('node bench/cluster-vectors.js FOLDER DOCUMENTS [exact] [hnsw] [byte] [binary]');
  process.exit(2);
}
const folder = resolve(folderName);
const task = join(folder, 'task');
const vectors = join(folder, 'vectors');

/** Vectors of a few subjects lie closer together than those of random directions, as those of texts do. */
const writeInput = async () => {
  const roll = dice(3);
  const centres = Array.from({ length: CENTRES }, () =>
    Float32Array.from({ length: DIMENSIONS }, () => 2 * roll() - 1),
  );
  const around = () => centres[Math.floor(CENTRES * roll())];
  mkdirSync(task, { recursive: true });
  for (const [side, rows, file, seed] of [
    ['documents', documents, 'corpus', 1],
    ['queries', QUERIES, 'query', 2],
  ]) {
    await writeVectors(vectors, side, rows, DIMENSIONS, seed, around);
    const lines = Array.from(
      { length: rows },
      (_, row) => `${JSON.stringify({ id: `${side[0]}${row}`, text: `${side} ${row}` })}\n`,
    );
    writeFileSync(join(task, `${file}.jsonl`), lines.join(''));
  }
  const judged = Array.from({ length: QUERIES }, (_, i) => ({ q_id: `q${i}`, p_id: `d${i}`, score: 1 }));
  writeFileSync(join(task, 'qrels.jsonl'), judged.map((row) => `${JSON.stringify(row)}\n`).join(''));
};

/** Runs r2med; its CPU seconds and greatest memory, as Linux said last before it ended. */
const r2med = async (...args) => {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const took = {};
  const look = () => {
    try {
      const [user, system] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .split(') ')[1]
        .split(' ')
        .slice(11, 13);
      const [, peak] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      if (peak !== undefined)
        Object.assign(took, { cpu: (Number(user) + Number(system)) / 100, megabytes: peak / 1024 });
    } catch {
      // It has just ended.
    }
  };
  const looking = setInterval(look, 100);
  const [code] = await once(child, 'close');
  clearInterval(looking);
  if (code !== 0) throw new Error(`r2med ${args.join(' ')} ended with ${code}`);
  return took;
};

const measured = async (cluster, name) => {
  await cluster.clear();
  const system = `npy:${vectors}${WAYS[name]}`;
  const shared = ['--data', task, '--engine', `opensearch:${cluster.url}`, '--quiet'];
  const began = performance.now();
  const before = cluster.cpu();
  const load = await r2med('engine', 'load', '--retriever', system, ...shared);
  const seconds = (performance.now() - began) / 1000;
  const loaded = cluster.cpu();
  const indexBytes = ((await cluster.indexMegabytes()) * 1e6) / documents;
  const out = join(folder, 'results', name);
  const search = async (sample) => {
    const begun = cluster.cpu();
    rmSync(out, { recursive: true, force: true });
    await r2med('run', '--system', system, ...shared, '--engine-sample', String(sample), '--out', out);
    return cluster.cpu() - begun;
  };
  const searched = await search(0);
  const found = { way: name, documents, indexBytes, seconds, load, loadCpu: loaded - before };
  const perQuery = searched / QUERIES;
  if (name === 'exact') return { ...found, perQuery };
  const perExactQuery = ((await search(SAMPLE)) - searched) / SAMPLE;
  const [of] = readdirSync(out).filter((entry) => !entry.startsWith('.'));
  const { facts } = JSON.parse(readFileSync(join(out, of, 'task', 'record.json'), 'utf8'));
  return { ...found, perQuery, perExactQuery, recall: facts.approximate.sample };
};

await writeInput();
const cluster = await startCluster(join(folder, 'cluster'), 1);
try {
  for (const name of names.length > 0 ? names : Object.keys(WAYS))
    console.log(JSON.stringify(await measured(cluster, name)));
} finally {
  await cluster.stop();
}
