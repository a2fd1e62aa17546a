import {
  commandLine,
  defined,
  type JsonObject,
  type Pair,
  type Scorer,
  WorkError,
} from '../../core/index.js';
import { packagePath } from '../../platform/node/index.js';
import { commandEmbedder, embeddingLines } from './command.js';
import type { CustomEmbedder } from './custom-embedder.js';
import type { Hello } from './protocol.js';
import { type Fate, settleInBatches } from './settle-in-batches.js';
import { FIRST_TEXT, type StartedCommand, startCommands } from './start-command.js';

/** The program of this package that runs models in Python. */
export const PYTHON_PROGRAM = 'python/worker.py';

/** What runs a model in Python. */
export interface PythonPlace {
  readonly python: string;
  readonly library: string;
  /** GPUs, with one process each; what Python finds by default. */
  readonly devices?: readonly string[];
  /** Everything that the program needs to know of the model. */
  readonly settings: JsonObject;
  note(line: string): void;
  readonly signal: AbortSignal;
}

/** What the program says of the model that it has loaded. */
export interface PythonModel {
  readonly version: string | null;
  /** The number type that it computes in. */
  readonly precision: string | null;
  /** Tokens a second that the matrix products of its devices alone would allow. */
  readonly matrixTokensPerSecond?: number;
  /** What it runs on, where that is a GPU, and how much faster its products are there than in fp32. */
  readonly gpu?: { readonly name: string; readonly fasterThanFp32?: number };
}

/** An embedder of the program. */
export const openPythonEmbedder = (
  place: PythonPlace,
): Promise<{ readonly embedder: CustomEmbedder<Float32Array>; readonly model: PythonModel }> =>
  start(
    place,
    { kind: 'dense', role: 'document', texts: [FIRST_TEXT] },
    embeddingLines('dense'),
    (started) => ({ embedder: commandEmbedder(started, 'dense'), model: modelOf(started.hello, place) }),
  );

/** A scorer of the program; its spec is the caller's. */
export const openPythonScorer = (
  place: PythonPlace,
): Promise<{ readonly scorer: Omit<Scorer, 'spec'>; readonly model: PythonModel }> =>
  start(
    place,
    { kind: 'pairs', pairs: [[FIRST_TEXT, FIRST_TEXT]] },
    `rows of a score, as ${PYTHON_PROGRAM} writes them`,
    (started) => ({ scorer: pairScorer(started), model: modelOf(started.hello, place) }),
  );

const start = <Opened>(
  { python, library, devices, settings, note, signal }: PythonPlace,
  request: Parameters<StartedCommand['ask']>[0],
  expected: string,
  open: (started: StartedCommand) => Opened,
): Promise<Opened> => {
  const command = [python, packagePath(PYTHON_PROGRAM), '--library', library].map(quoted).join(' ');
  const variants = devices?.map((device) => ({ CUDA_VISIBLE_DEVICES: device })) ?? [{}];
  const env = { R2MED_MODEL: JSON.stringify(settings) };
  return startCommands(command, { variants, env, note, signal }, { request, expected }, open).catch(
    (error: unknown) => {
      if (!(error instanceof WorkError) || !error.message.includes(command)) throw error;
      const reason = error.message.slice(error.message.indexOf(command) + command.length + 1);
      throw new WorkError(
        `${String(settings.name)} does not run in ${python}: the program ${reason}`,
        `correct that, then look at every step: ${commandLine('doctor', '--model', String(settings.name), '--python', python)}`,
        { cause: error },
      );
    },
  );
};

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

const modelOf = (hello: Hello | undefined, { devices }: PythonPlace): PythonModel => {
  const {
    version = null,
    precision = null,
    device,
    fasterThanFp32,
    matrixTokensPerSecond: one,
  } = hello ?? {};
  return {
    version,
    precision,
    ...(one !== undefined && { matrixTokensPerSecond: one * (devices?.length ?? 1) }),
    ...(device !== undefined && { gpu: { name: device, ...defined({ fasterThanFp32 }) } }),
  };
};

/** Between them a device waits for its last batches, and for the next pairs to be looked up. */
const PAIRS_AT_ONCE = 65_536;

/** Score, and tokens left out of query and document. */
type PairRow = readonly [score: number, query: number, document: number];

const pairScorer = (started: StartedCommand): Omit<Scorer, 'spec'> => {
  const { batchSize, batchCharacters, textCharacters, inFlight, calls, close } = started;
  let tokens = 0;
  const ask = async (pairs: readonly Pair[]) => {
    const answered = await started.ask({
      kind: 'pairs',
      pairs: pairs.map(({ query, document }) => [query, document] as const),
    });
    if ('refused' in answered) return answered;
    const { vectors = [], errors } = answered;
    if (vectors.length !== pairs.length)
      return { refused: `${vectors.length} scores for ${pairs.length} pairs` };
    tokens += answered.tokens;
    return vectors.map((row, i) => pairRow(row, errors[i]));
  };
  const lengthOf = ({ query, document }: Pair): number => query.length + document.length;
  return {
    pairsAtOnce: PAIRS_AT_ONCE,
    score: async function* (pairs, { signal }) {
      const order = [...pairs.keys()].sort((a, b) => lengthOf(pairs[b]!) - lengthOf(pairs[a]!) || a - b);
      const batching = { batchSize, ...defined({ batchCharacters, textCharacters }), inFlight, signal };
      for await (const { done, failed } of settleInBatches(pairs, order, ask, batching, lengthOf))
        yield {
          scored: done.map(({ place, value: [score, query, document] }) => ({
            place,
            score,
            cut: { query, document },
          })),
          failed,
        };
    },
    usage: () => ({ tokens, calls: calls() }),
    close,
  };
};

const pairRow = (row: unknown, error: string | null | undefined): Fate<PairRow> => {
  if (typeof error === 'string') return { failed: error };
  const [score = Number.NaN, query = 0, document = 0] = row instanceof Float32Array ? row : [];
  return Number.isFinite(score) ? { value: [score, query, document] } : { failed: `the score ${score}` };
};
