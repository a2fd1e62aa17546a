// Tries readers in a thread, one after the other: inputs that reach new blocks are kept and changed further.
import { isDeepStrictEqual } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { corpusOf, decoded, inputOf } from './corpus.js';
import { mutator, randomFrom } from './mutate.js';

const { bundle, seed, seconds, current, modules, words: wordsOf } = workerData;
/** Where the main thread sees what is being read: how often it began, how long it is, its bytes. */
const began = new Int32Array(current, 0, 2);
const shown = new Uint8Array(current, 8);

// Errors are made by the million.
Error.stackTraceLimit = 4;

const counts = new Uint32Array(modules.length);
let touched = [];
globalThis.$c = (block) => {
  if (counts[block]++ === 0) touched.push(block);
};

const { readers, R2medError, InputError } = await import(bundle);
const builtins = [Object, Array, Function, String, Number, Map, Promise].map((each) => each.prototype);
const own = () => builtins.map((each) => Reflect.ownKeys(each).length).join();
const before = own();

/** Blocks that an input may run: some for any input, and some for each of its bytes. Time without a clock. */
const BLOCKS = { any: 400_000, perByte: 4_000 };

const tried = async (name, inputs) => {
  const reader = readers.find((each) => each.name === name);
  const random = randomFrom(
    seed ^ [...name].reduce((hash, c) => (Math.imul(hash, 31) + c.charCodeAt(0)) | 0, 7),
  );
  const words = [];
  const mutated = mutator(random, words);

  /** Blocks by how often an input ran them, in powers of two: a loop that goes on is something new. */
  const seen = new Uint8Array(modules.length * 32);
  const reached = new Uint8Array(modules.length);
  const kept = [];
  const findings = new Map();
  const figures = { name, inputs: 0, values: 0, errors: 0, again: 0, largest: 0, heaviest: 0 };
  const found = (what, bytes, error) => {
    const at =
      error?.stack
        ?.split('\n')
        .find((line) => line.includes('.mjs'))
        ?.trim() ?? '';
    const key = `${what}: ${String(error?.message ?? error ?? '').slice(0, 60)} ${at}`;
    const text = String(error?.stack ?? error ?? '').slice(0, 1500);
    if (!findings.has(key) || findings.get(key).length > bytes.length)
      findings.set(key, {
        reader: name,
        what,
        error: text,
        input: Buffer.from(bytes).toString('base64'),
        length: bytes.length,
      });
  };

  const isForeign = (value, left = { nodes: 2000 }) => {
    if (value === null || typeof value !== 'object' || left.nodes-- <= 0) return false;
    const prototype = Object.getPrototypeOf(value);
    if (
      prototype !== null &&
      !Object.hasOwn(prototype, 'constructor') &&
      !Object.hasOwn(prototype, Symbol.iterator) &&
      Object.keys(prototype).length > 0
    )
      return true;
    if (ArrayBuffer.isView(value)) return false;
    const parts = value instanceof Map || value instanceof Set ? [...value].flat() : Object.values(value);
    return parts.some((part) => isForeign(part, left));
  };

  const checkError = (error, bytes) => {
    if (reader.isForeseen?.(error)) return;
    if (!(error instanceof R2medError)) return found('an error that was not foreseen', bytes, error);
    if (error instanceof InputError && !error.fix) found('an error without a fix', bytes, error);
    if (error.message.length > 10_000) found('an error that is too long', bytes, error.message.slice(0, 200));
    if (/[\0-\x08\x0b-\x1f\x7f-\x9f]/.test(error.message))
      found('an error with control characters', bytes, error);
  };

  const again = async (value, bytes) => {
    const written = await reader.write(value);
    if (written === undefined) return;
    figures.again++;
    const second = await reader.read(written);
    if (!isDeepStrictEqual(second, value))
      found('another value after writing and reading', bytes, JSON.stringify([value, second])?.slice(0, 600));
  };

  const attempt = async (bytes) => {
    const length = Math.min(bytes.length, shown.length);
    shown.set(bytes.subarray(0, length));
    began[1] = length;
    Atomics.add(began, 0, 1);
    for (const block of touched) counts[block] = 0;
    touched = [];
    figures.inputs++;
    figures.largest = Math.max(figures.largest, bytes.length);
    try {
      const made = reader.read(inputOf(reader, bytes));
      const value = typeof made?.then === 'function' ? await made : made;
      figures.values++;
      weigh(bytes);
      if (isForeign(value)) found('an object whose prototype came from the input', bytes);
      if (reader.write)
        await again(value, bytes).catch((error) =>
          found('what was read cannot be written and read', bytes, error),
        );
    } catch (error) {
      figures.errors++;
      checkError(error, bytes);
      weigh(bytes);
    }
    for (const key in {}) found(`a property "${key}" of every object`, bytes);
  };

  const weigh = (bytes) => {
    let weight = 0;
    let isNew = false;
    for (const block of touched) {
      weight += counts[block];
      const feature = block * 32 + 31 - Math.clz32(counts[block]);
      if (seen[feature]) continue;
      seen[feature] = 1;
      isNew = true;
      if (reached[block]) continue;
      reached[block] = 1;
      words.push(...wordsOf[block]);
    }
    figures.heaviest = Math.max(figures.heaviest, weight);
    if (weight > BLOCKS.any + (reader.blocksPerByte ?? BLOCKS.perByte) * bytes.length)
      found(`${weight} blocks for ${bytes.length} bytes`, bytes);
    // A copy: what was made may be part of a larger buffer.
    if (isNew) kept.push({ bytes: Buffer.from(bytes), blocks: touched.slice() });
  };

  const given = [...reader.seeds.map((each) => Buffer.from(each)), ...corpusOf(name).map(decoded)];
  for (const bytes of given.length > 0 ? given : [Buffer.alloc(0)]) {
    await attempt(bytes);
    kept.push({ bytes, blocks: [], given: true });
  }
  const end = performance.now() + seconds * 1000;
  while (figures.inputs < inputs && performance.now() < end) {
    // The newest half of the time: they lead on.
    const recent = random(2) ? Math.max(0, kept.length - 20) : 0;
    const [one, two] = [0, 0].map(() => kept[recent + random(kept.length - recent)].bytes);
    const bytes = one.length <= two.length ? one : two;
    await attempt(mutated(bytes, kept[random(kept.length)].bytes));
    // A turn for what readers left behind: a promise that was rejected unheard ends the thread.
    if (figures.inputs % 5000 === 0) {
      await new Promise(setImmediate);
      if (own() !== before) found('a changed prototype', bytes);
    }
  }
  const touchedModules = new Set(modules.filter((_, block) => reached[block]));
  const possible = modules.reduce((sum, module) => sum + (touchedModules.has(module) ? 1 : 0), 0);
  return {
    figures: { ...figures, reached: reached.reduce((a, b) => a + b, 0), possible, kept: kept.length },
    reached: [...reached.keys()].filter((block) => reached[block]),
    findings: [...findings.values()],
    kept: kept.filter((each) => !each.given).map(({ bytes, blocks }) => ({ bytes, blocks })),
  };
};

parentPort.on('message', async ({ name, inputs }) => parentPort.postMessage(await tried(name, inputs)));
parentPort.postMessage('ready');
