import { basename } from 'node:path';
import { InputError, type Json, WorkError, withoutSecrets } from '../../core/index.js';
import { sayLine } from '../../machine/index.js';
import type { Role } from '../embedder.js';
import { type Alarm, realAlarm } from './child.js';
import { type Answered, type Conversation, converse } from './conversation.js';
import { inBatches, type Outcome, type Reply } from './in-batches.js';
import { KINDS, type Kind, type VectorOf } from './kinds.js';
import { DEFAULT_BATCH_SIZE, DEFAULT_SIMILARITY, type OwnEmbedder, sizeSetting } from './own-embedder.js';
import { requestLine } from './protocol.js';
import { type Hashes, namedFiles } from './sources.js';
import { splitCommand } from './split-command.js';
import { type VectorReader, vectorReader } from './vector-reader.js';

export interface CommandSettings<K extends Kind = 'dense'> {
  readonly kind?: K;
  /** Texts per request; else what the command wishes, else 32. */
  readonly batchSize?: number;
  /** Requests the command has at once; else what it wishes, else 2: one at work, one waiting in its pipe. */
  readonly inFlight?: number;
  /** Milliseconds without an answer after which the command is ended; loading a model counts too. */
  readonly silence?: number;
  /** Bytes of the longest line taken. */
  readonly longestLine?: number;
  /** Where the command runs; the working directory by default. */
  readonly cwd?: string;
  /** Takes what the command prints on stderr, line by line. */
  readonly note?: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly alarm?: Alarm;
}

const DEFAULTS = {
  inFlight: 2,
  /** A model of 7B parameters loads from a slow disk in less. */
  silence: 15 * 60_000,
  /** Below V8's longest string; 32 texts of 512 token vectors of 128 numbers take 45 MB. */
  longestLine: 1 << 28,
  note: sayLine,
  alarm: realAlarm,
} as const;

/** Asked for when a command is opened: the answer shows that it works, and a hello comes before it or not at all. */
const FIRST_TEXT = 'fever';

/** Opens a command that reads requests and writes vectors as JSON lines; docs/your-own-model.md has the protocol. */
export const openCommand = async <K extends Kind = 'dense'>(
  command: string,
  settings: CommandSettings<K> = {},
): Promise<OwnEmbedder<VectorOf[K]>> => {
  const { kind = 'dense' as K, cwd = process.cwd(), signal, ...rest } = settings;
  const words = splitCommand(command);
  const files = await namedFiles(words, cwd);
  signal?.throwIfAborted();
  const talk = await converse({ ...DEFAULTS, ...rest, words, cwd });
  signal?.addEventListener('abort', talk.kill);
  try {
    const first = await talk.ask({ kind, role: 'document', texts: [FIRST_TEXT] });
    signal?.throwIfAborted();
    const reader = vectorReader(kind, talk.hello()?.dimensions);
    checkFirst(command, kind, talk, first, reader, settings.note ?? DEFAULTS.note);
    return embedderOf({ command, program: words[0]!, kind, talk, reader, files, settings });
  } catch (error) {
    talk.kill();
    await talk.close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', talk.kill);
  }
};

/** Stops at a command that cannot work. One that refuses this text may still take others. */
const checkFirst = <K extends Kind>(
  command: string,
  kind: K,
  talk: Conversation,
  first: Answered,
  reader: VectorReader<VectorOf[K]>,
  note: (line: string) => void,
): void => {
  const request = requestLine({ id: 1, kind, role: 'document', texts: [FIRST_TEXT] }).trim();
  const wrong = (found: string): InputError =>
    new InputError({
      found: `the command ${command}: ${found}`,
      expected: `lines as docs/your-own-model.md describes them, each vector ${KINDS[kind].expected}`,
      fix: `give it this line by hand: ${request}`,
    });
  const misfit = talk.misfit();
  if (misfit !== undefined) throw wrong(`its hello does not fit: ${misfit}`);
  if (first.is === 'end') throw new WorkError(`the command ${command} ${first.reason}`, 'run it by hand');
  if (first.is === 'malformed') throw wrong(first.reason);
  if (first.is === 'refusal') {
    note(`the command ${command} refuses "${FIRST_TEXT}": ${first.reason}`);
    return;
  }
  if (first.vectors.length !== 1) throw wrong(`${first.vectors.length} vectors for 1 text`);
  if (first.vectors[0] === null) return;
  const found = reader.read(decoded(kind, first.vectors[0]));
  if ('misshapen' in found) throw wrong(`a vector that is ${found.misshapen}`);
};

interface Met<K extends Kind> {
  readonly command: string;
  readonly program: string;
  readonly kind: K;
  readonly talk: Conversation;
  readonly reader: VectorReader<VectorOf[K]>;
  readonly files: Hashes;
  readonly settings: CommandSettings<K>;
}

const embedderOf = <K extends Kind>({
  command,
  program,
  kind,
  talk,
  reader,
  files,
  settings,
}: Met<K>): OwnEmbedder<VectorOf[K]> => {
  const hello = talk.hello();
  const batchSize = sizeSetting('batchSize', settings.batchSize ?? hello?.batchSize ?? DEFAULT_BATCH_SIZE);
  const inFlight = sizeSetting('inFlight', settings.inFlight ?? hello?.inFlight ?? DEFAULTS.inFlight);
  const dimensions = reader.dimensions();
  const cut: Record<Role, number> = { query: 0, rewrite: 0, document: 0 };
  let tokens = 0;

  const ask = async (texts: readonly string[], role: Role): Promise<Reply<VectorOf[K]>> => {
    const answered = await talk.ask({ kind, role, texts });
    if (answered.is === 'end') return { refused: `the command ${answered.reason}`, final: true };
    if (answered.is !== 'answer') return { refused: answered.reason };
    const { vectors, errors } = answered;
    if (vectors.length !== texts.length)
      return { refused: `${vectors.length} vectors for ${texts.length} texts` };
    tokens += answered.tokens;
    cut[role] += answered.cut;
    return vectors.map((value, i) => outcome(reader, decoded(kind, value), errors[i]));
  };

  return {
    name: hello?.name ?? basename(program),
    similarity: hello?.similarity ?? DEFAULT_SIMILARITY,
    ...(dimensions !== undefined && { dimensions }),
    spec: {
      command: withoutSecrets(command),
      kind,
      ...(hello?.name !== undefined && { name: hello.name }),
      // Whoever gives a version says when vectors change; else the scripts that the command names decide.
      ...(hello?.version !== undefined ? { version: hello.version } : { files }),
      ...(dimensions !== undefined && { dimensions }),
    } satisfies Json,
    embed: (texts, role, { signal }) =>
      inBatches(texts, (batch) => ask(batch, role), { batchSize, inFlight, signal }),
    usage: () => ({ cut: { ...cut }, tokens, calls: talk.calls(), usd: 0 }),
    close: talk.close,
  };
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
