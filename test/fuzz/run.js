// npm run fuzz -- [--reader NAME]… [--inputs N] [--seconds N] [--seed N] [--threads N] [--keep] [--figures FILE]

import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import { writeCorpus } from './corpus.js';
import { addedUp } from './figures.js';
import { instrumenter } from './instrument.js';

const { values: flags } = parseArgs({
  options: {
    reader: { type: 'string', multiple: true },
    inputs: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
    keep: { type: 'boolean', default: false },
    figures: { type: 'string' },
  },
});
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** An input that is read for longer, in seconds, is a finding; so is a process larger than this, in bytes. */
const HANGS_AFTER = 60;
const LARGEST_PROCESS = 4 * 2 ** 30;
const LARGEST_INPUT = 1 << 16;

/** Where readers of files find their inputs: in memory, where the system has a place for that. */
const FILES = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'r2med-fuzz-'));
process.env.R2MED_FUZZ_FOLDER = FILES;
process.on('exit', () => rmSync(FILES, { recursive: true, force: true }));

/** All readers in one module, with counters. It lies as deep as what the bundler makes for users, so that it finds data/. */
const bundled = async () => {
  const { plugin, modules, words } = instrumenter(ROOT);
  const built = await rolldown({
    plugins: [plugin],
    input: fileURLToPath(new URL('readers/index.ts', import.meta.url)),
    platform: 'node',
    external: (id) =>
      /^node:|^(undici|zod|commander|onnxruntime-node|node-llama-cpp|fast-check|hono|@hono|@huggingface\/hub|@resvg)/.test(
        id,
      ),
    logLevel: 'silent',
    treeshake: false,
  });
  const { output } = await built.generate({ format: 'esm', codeSplitting: false });
  const folder = `${ROOT}node_modules/.fuzz-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = `${folder}/readers.mjs`;
  writeFileSync(file, output[0].code);
  return { bundle: pathToFileURL(file).href, modules, words };
};

/** A thread that tries readers, one after the other. What ends it, or keeps it busy for too long, is a finding; another takes its place. */
const thread = (made) => {
  const current = new SharedArrayBuffer(8 + LARGEST_INPUT);
  const began = new Int32Array(current, 0, 2);
  const start = () =>
    new Worker(new URL('worker.js', import.meta.url), {
      workerData: { ...made, current, seed: Number(flags.seed), seconds: Number(flags.seconds) },
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
  let worker;
  return async ({ name, share = 1 }) => {
    if (!worker) {
      worker = start();
      await once(worker, 'message');
    }
    const first = began[0];
    let cleanUp;
    const result = await new Promise((resolve) => {
      const stopped = (what, error) => {
        const input = Buffer.from(new Uint8Array(current, 8, began[1])).toString('base64');
        const finding = {
          reader: name,
          what,
          error: String(error?.stack ?? error ?? ''),
          input,
          length: began[1],
        };
        resolve({
          figures: { name, inputs: began[0] - first },
          reached: [],
          findings: [finding],
          kept: [],
          isOver: true,
        });
      };
      let last = [-1, 0];
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() > LARGEST_PROCESS) stopped('a process that is too large');
        if (began[0] !== last[0]) last = [began[0], performance.now()];
        else if (performance.now() - last[1] > HANGS_AFTER * 1000)
          stopped('an input that is read without end');
      }, 1000);
      const heard = { message: resolve, error: (error) => stopped('the end of the thread', error) };
      for (const [event, hear] of Object.entries(heard)) worker.on(event, hear);
      cleanUp = () => {
        clearInterval(watch);
        for (const [event, hear] of Object.entries(heard)) worker.off(event, hear);
      };
      worker.postMessage({ name, inputs: Math.ceil(Number(flags.inputs) * share) });
    });
    cleanUp();
    if (result.isOver) {
      await worker.terminate();
      worker = undefined;
    }
    return result;
  };
};

/** The smallest inputs that together reach all blocks that any of them reached. */
const smallest = (kept) => {
  const left = new Set(kept.flatMap(({ blocks }) => blocks));
  return kept
    .filter(({ bytes }) => bytes.length <= 600)
    .sort((a, b) => a.bytes.length - b.bytes.length)
    .filter(({ blocks }) => {
      const fresh = blocks.filter((block) => left.has(block));
      for (const block of fresh) left.delete(block);
      return fresh.length > 0;
    })
    .slice(0, 60)
    .map(({ bytes }) => Buffer.from(bytes));
};

const made = await bundled();
globalThis.$c = () => {};
const { readers } = await import(made.bundle);
const wanted = readers.filter(({ name }) => !flags.reader || flags.reader.includes(name));
const queue = [...wanted];
const results = [];
const reached = new Set();
const totalOf = () => results.reduce((sum, { figures }) => sum + figures.inputs, 0);
const earlier =
  flags.figures && existsSync(flags.figures) ? JSON.parse(readFileSync(flags.figures, 'utf8')) : undefined;
/** Written after each reader: a run that is ended leaves what it has seen. */
const writeFigures = () => {
  const run = {
    seed: Number(flags.seed),
    blocks: reached.size,
    readers: results.map((result) => result.figures),
  };
  const all = addedUp(
    earlier,
    run,
    readers.map(({ name }) => name),
  );
  writeFileSync(flags.figures, `${JSON.stringify(all, null, 2)}\n`);
};
// First of all: a seed that was used is refused before the work, not after.
if (flags.figures) writeFigures();
await Promise.all(
  Array.from({ length: Number(flags.threads) }, async () => {
    const tried = thread(made);
    for (let reader = queue.shift(); reader; reader = queue.shift()) {
      const result = await tried(reader);
      results.push(result);
      for (const block of result.reached) reached.add(block);
      const { inputs, values = 0, again = 0, reached: own = 0, possible = 0, heaviest = 0 } = result.figures;
      process.stdout.write(
        `${reader.name.padEnd(28)} ${String(inputs).padStart(9)} inputs ${String(values).padStart(9)} values ` +
          `${String(again).padStart(8)} again ${String(own).padStart(5)} of ${possible} blocks, ${heaviest} at most` +
          `${result.findings.length ? `, ${result.findings.length} FOUND` : ''}\n`,
      );
      for (const finding of result.findings) process.stdout.write(`${JSON.stringify(finding, null, 1)}\n`);
      if (flags.figures) writeFigures();
      if (flags.keep && result.findings.length === 0) writeCorpus(reader.name, smallest(result.kept));
    }
  }),
);
process.stdout.write(`${totalOf()} inputs for ${results.length} readers, ${reached.size} blocks reached\n`);
process.exit(results.some(({ findings }) => findings.length > 0) ? 1 : 0);
