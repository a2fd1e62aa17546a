// npm run bench [-- ROUNDS]: measures BM25, exact dense search and ONNX encoding against the programs people use for
// them and writes RESULTS.md.
// Peers are installed into a temporary folder; one that cannot be is reported as absent.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AUDIT_SHAPE, audit } from './audit.js';
import { denseEncode } from './dense-encode.js';
import { denseSearch, VECTORS_SHAPE } from './dense-search.js';
import { GROWTH_SHAPE, growth } from './growth.js';
import { BIOLOGY_SHAPE, PASSAGES_SHAPE, writeTask } from './invented-task.js';
import { interleave, prepared } from './measure.js';
import { page } from './page.js';
import { javascriptPeers, NAMES, programs } from './peers/index.js';
import { run } from './process.js';
import { start } from './start.js';
import { digits, markdown, times } from './table.js';

const ROUNDS = Number(process.argv[2] ?? 5);
/** Where one round takes minutes. */
const FEW_ROUNDS = Math.min(ROUNDS, 3);
const GROWTH = 10;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Whole programs on a task; the table and what the summary takes from it. */
const onTask = async (temporary, task) => {
  const peers = programs();
  const { present, absent } = await prepared(peers, (peer) => peer.prepare(temporary));
  const contenders = present.map((peer) => ({ name: peer.name, measure: () => peer.run(task) }));
  const results = await interleave(contenders, ROUNDS);
  const ours = results.get(NAMES.allCores);
  const row = (name) => {
    const it = results.get(name);
    if (!it) return [name, `absent: ${absent.get(name)}`, '', '', '', '', '', ''];
    const ratios = ['work', 'cpu', 'megabytes'].map((field) => times(it[field] / ours[field]));
    return [name, ...ratios, ...[it.work, it.cpu, it.megabytes, it.seconds].map(digits)];
  };
  const head = [
    'Program',
    'Time',
    'CPU',
    'Memory',
    'Work, s',
    'CPU, s',
    'Peak memory, MB',
    'Whole process, s',
  ];
  const table = markdown(
    head,
    peers.map(({ name }) => row(name)),
  );
  return { table, ratio: (name, field) => results.get(name)?.[field] / ours[field] };
};

const onPassages = async (temporary, task) => {
  const installed = join(temporary, 'javascript');
  const { present, absent } = await prepared(javascriptPeers, ({ packages }) =>
    run('npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', installed, ...packages),
  );
  const ourWork = [here('./peers/r2med_work.js'), task.folder, '1', 'repeat'];
  const results = await interleave(
    [
      { name: NAMES.oneThread, measure: () => run(process.execPath, ...ourWork) },
      ...present.map(({ name }) => ({
        name,
        measure: () => run(process.execPath, here('./javascript_work.js'), name, installed, task.folder),
      })),
    ],
    FEW_ROUNDS,
  );
  const ours = results.get(NAMES.oneThread);
  const row = (name) => {
    const it = results.get(name);
    if (!it) return [name, `absent: ${absent.get(name)}`, '', '', ''];
    return [name, times(it.query / ours.query), digits(it.query), digits(it.index), digits(it.megabytes)];
  };
  const names = [NAMES.oneThread, ...javascriptPeers.map(({ name }) => name)];
  const fastest = Math.min(...present.map(({ name }) => results.get(name).query));
  const head = [
    'Library',
    'Time per query, ours = 1',
    'ms per query',
    'Read and index, s',
    'Peak memory, MB',
  ];
  return { table: markdown(head, names.map(row)), ratio: fastest / ours.query };
};

const report = async (temporary) => {
  const task = await writeTask(join(temporary, 'task'), BIOLOGY_SHAPE);
  const passages = await writeTask(join(temporary, 'passages'), PASSAGES_SHAPE);
  const programs = await onTask(temporary, task);
  const libraries = await onPassages(temporary, passages);
  const grown = await growth(temporary, 1);
  const started = await start();
  const searched = await denseSearch(temporary, FEW_ROUNDS);
  const encoded = await denseEncode(temporary, FEW_ROUNDS);
  const looked = await page();
  const audited = await audit();
  const summary = [
    ['the reference stack', 'time', '10 ×', times(programs.ratio(NAMES.reference, 'work'))],
    ['the reference stack', 'memory', '4 ×', times(programs.ratio(NAMES.reference, 'megabytes'))],
    ['Lucene, one thread', 'time', '3 ×', times(programs.ratio(NAMES.lucene, 'work'))],
    ['bm25s', 'time', '2 ×', times(programs.ratio(NAMES.bm25s, 'work'))],
    ['the fastest JavaScript library', 'time per query', '25 ×', times(libraries.ratio)],
    [`itself on ${GROWTH} × the documents`, 'time', 'at most 11 ×', times(grown.time)],
    [`itself on ${GROWTH} × the documents`, 'memory', 'at most 10 ×', times(grown.memory)],
    ...started.summary,
    ...looked.summary,
    ...audited.summary,
  ];
  const shape = ({ documents, characters, queries, queryCharacters }) =>
    `${documents} documents of ${characters} characters, ${queries} queries of ${queryCharacters}`;
  return `# Benchmarks

Written by \`npm run bench\`: medians of interleaved rounds (${ROUNDS}; ${FEW_ROUNDS} for all but whole programs) on
${availableParallelism()} cores with Node ${process.versions.node}. The text is invented and follows Zipf's law. Seconds depend on the machine and on what
else it does; ratios much less.

${markdown(['Against', 'What', 'Wanted', 'Measured'], summary)}

## A task the size of Biology: whole programs

${shape(BIOLOGY_SHAPE)}, top 100. Work is reading, analysing, indexing and
searching, clocked inside the process once it runs. Every program starts cold and without a cache, except that bm25s
compiles before its clocks start. CPU is that of all threads, start included: the fairer figure on a busy machine. The
first columns are ratios to the first row.

${programs.table}

## Passages: JavaScript libraries

${shape(PASSAGES_SHAPE)}, top 100.

${libraries.table}

## Growth

BM25 on documents of ${GROWTH_SHAPE.characters} characters, ${GROWTH_SHAPE.queries} queries, whole processes on all cores, one round. The first run indexes and writes the cache; the second
opens the index it finds there.

${grown.table}

## Start

Node's own start is in every row; the first column is the ratio to it.

${started.table}

## Exact dense search

${VECTORS_SHAPE.documents} documents × ${VECTORS_SHAPE.dimensions} dimensions, ${VECTORS_SHAPE.queries} queries. Wanted: 1.5 × against numpy with OpenBLAS (argpartition included), memory of the
vectors and 60 %.

${searched}

## ONNX encoding

all-MiniLM-L6-v2 on the texts of the sample suite. Wanted: 1.0 × or better against sentence-transformers on the same CPU.

${encoded}

## The page

In Chromium, from a server that has answered nothing yet. The first view is wanted within a second on a machine that does nothing else.

${looked.table}

## Audit

${shape(AUDIT_SHAPE)}; without embedders, each as a process of its own that starts cold. Wanted: all of it within a minute on two cores and within 1 GB.

${audited.table}
`;
};

if (spawnSync(process.execPath, [here('../scripts/build.js')], { stdio: 'inherit' }).status !== 0)
  process.exit(1);
const temporary = mkdtempSync(join(tmpdir(), 'r2med-bench-'));
try {
  const results = await report(temporary);
  writeFileSync(here('./RESULTS.md'), results);
  console.log(results);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
