import type { Role } from '../../core/index.js';
import { type CustomEmbedder, DEFAULT_SIMILARITY } from './custom-embedder.js';
import { inBatches, type Outcome, type Reply } from './in-batches.js';
import { KINDS, type Kind, type VectorOf } from './kinds.js';
import {
  type CommandPlace,
  commandIdentity,
  FIRST_TEXT,
  type StartedCommand,
  startCommand,
} from './start-command.js';
import { type VectorReader, vectorReader } from './vector-reader.js';

/** Settings of a command that embeds. */
export interface CommandSettings<K extends Kind = 'dense'> extends CommandPlace {
  readonly kind?: K;
}

/** Opens a command that reads requests and writes vectors as JSON lines; docs/your-own-model.md has the protocol. */
export const openCommand = <K extends Kind = 'dense'>(
  command: string,
  settings: CommandSettings<K> = {},
): Promise<CustomEmbedder<VectorOf[K]>> => {
  const { kind = 'dense' as K, ...place } = settings;
  const request = { kind, role: 'document', texts: [FIRST_TEXT] } as const;
  return startCommand(command, place, { request, expected: embeddingLines(kind) }, (started) =>
    commandEmbedder(started, kind),
  );
};

export const embeddingLines = (kind: Kind): string =>
  `lines as docs/your-own-model.md describes them, each vector ${KINDS[kind].expected}`;

/** The embedder that a command is, once it has answered. */
export const commandEmbedder = <K extends Kind>(
  started: StartedCommand,
  kind: K,
): CustomEmbedder<VectorOf[K]> => {
  const { hello, batchSize, inFlight } = started;
  const reader = vectorReader(kind, hello?.dimensions);
  checkFirst(started, kind, reader);
  const dimensions = reader.dimensions();
  const cut: Record<Role, number> = { query: 0, rewrite: 0, document: 0 };
  let tokens = 0;

  const ask = async (texts: readonly string[], role: Role): Promise<Reply<VectorOf[K]>> => {
    const answered = await started.ask({ kind, role, texts });
    if ('refused' in answered) return answered;
    const { vectors = [], errors } = answered;
    if (vectors.length !== texts.length)
      return { refused: `${vectors.length} vectors for ${texts.length} texts` };
    tokens += answered.tokens;
    cut[role] += answered.cut;
    return vectors.map((value, i) => outcome(reader, decoded(kind, value), errors[i]));
  };

  return {
    name: started.name,
    similarity: hello?.similarity ?? DEFAULT_SIMILARITY,
    ...(dimensions !== undefined && { dimensions }),
    spec: { ...commandIdentity(started, kind), ...(dimensions !== undefined && { dimensions }) },
    embed: (texts, role, { signal }) =>
      inBatches(texts, (batch) => ask(batch, role), { batchSize, inFlight, signal }),
    usage: () => ({ cut: { ...cut }, tokens, calls: started.calls(), usd: 0 }),
    close: started.close,
  };
};

const checkFirst = <K extends Kind>(
  { first, wrong }: StartedCommand,
  kind: K,
  reader: VectorReader<VectorOf[K]>,
): void => {
  if (first.is === 'refusal') return;
  const { vectors = [] } = first;
  if (vectors.length !== 1) throw wrong(`${vectors.length} vectors for 1 text`);
  if (vectors[0] === null) return;
  const found = reader.read(decoded(kind, vectors[0]));
  if ('misshapen' in found) throw wrong(`a vector that is ${found.misshapen}`);
};

const outcome = <Vector>(
  reader: VectorReader<Vector>,
  value: unknown,
  error: string | null | undefined,
): Outcome<Vector> => {
  if (typeof error === 'string') return { failed: error || 'no reason given' };
  if (value === null) return { failed: 'no vector and no reason' };
  const found = reader.read(value);
  return 'misshapen' in found ? { failed: `not a vector of this model: ${found.misshapen}` } : found;
};

/** A dense vector may also come as base64 of little-endian 32-bit floats, a quarter of the bytes. */
const decoded = (kind: Kind, value: unknown): unknown => {
  if (kind !== 'dense' || typeof value !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return value;
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length % 4 !== 0) return value;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const vector = new Float32Array(bytes.length / 4);
  for (let i = 0; i < vector.length; i++) vector[i] = view.getFloat32(i * 4, true);
  return vector;
};
