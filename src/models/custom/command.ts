import {
  defined,
  type Hit,
  type Role,
  type Scorer,
  type Searcher,
  type SearchQuery,
} from '../../core/index.js';
import { type CustomEmbedder, DEFAULT_SIMILARITY } from './custom-embedder.js';
import { KINDS, type Kind, type VectorOf, type VectorReader, vectorReader } from './kinds.js';
import { listScorer, readScores } from './list-scorer.js';
import { readRanking } from './read-ranking.js';
import { embedInBatches, type Fate, type Reply, searchInBatches } from './settle-in-batches.js';
import {
  type CommandPlace,
  commandIdentity,
  FIRST_TEXT,
  type StartedCommand,
  startCommand,
} from './start-command.js';

/** Settings of a command that embeds. */
export interface CommandSettings<K extends Kind = 'dense'> extends CommandPlace {
  readonly kind?: K;
}

/** Opens a command that reads requests and writes vectors as JSON lines; docs/guides/your-own-model.md has the protocol. */
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
  `lines as docs/guides/your-own-model.md describes them, each vector ${KINDS[kind].expected}`;

/** The embedder that a command is, once it has answered. */
export const commandEmbedder = <K extends Kind>(
  started: StartedCommand,
  kind: K,
): CustomEmbedder<VectorOf[K]> => {
  const { hello, batchSize, batchCharacters, textCharacters, inFlight } = started;
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
    ...defined({ dimensions }),
    spec: { ...commandIdentity(started, kind), ...defined({ dimensions }) },
    embed: (texts, role, { signal }) =>
      embedInBatches(texts, (batch) => ask(batch, role), {
        batchSize,
        ...defined({ batchCharacters, textCharacters }),
        inFlight,
        signal,
      }),
    usage: () => ({ cut: { ...cut }, tokens, calls: started.calls() }),
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
): Fate<Vector> => {
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

const FIRST = { id: FIRST_TEXT, text: FIRST_TEXT };
const FIRST_SEARCH = { queries: [FIRST], k: 1 };
const SEARCH_LINES = 'lines as docs/guides/your-own-search.md describes them, with one ranking per query';

/** Opens a command that answers queries with rankings as JSON lines; docs/guides/your-own-search.md has the protocol. */
export const openCommandSearch = (command: string, place: CommandPlace = {}): Promise<Searcher> =>
  startCommand(
    command,
    place,
    { request: { kind: 'search', ...FIRST_SEARCH }, expected: SEARCH_LINES },
    commandSearch,
  );

export type CommandRetriever =
  | { readonly kind: 'dense'; readonly embedder: CustomEmbedder<Float32Array> }
  | { readonly kind: 'search'; readonly searcher: Searcher };

/** Opens a command without a set kind (embed or search): its hello decides, else its first response. */
export const openCommandRetriever = (command: string, place: CommandPlace = {}): Promise<CommandRetriever> =>
  startCommand(
    command,
    place,
    {
      request: { kind: 'dense', role: 'document', texts: [FIRST_TEXT], ...FIRST_SEARCH },
      expected: `${embeddingLines('dense')}; or a search system that says "search": true in its hello`,
    },
    (started) => {
      const { first, hello, wrong } = started;
      const embeds = first.is === 'answer' && first.vectors !== undefined;
      const searches = hello?.search ?? (first.is === 'answer' && first.rankings !== undefined);
      if (embeds && searches)
        throw wrong(
          'it both embeds and searches; say which with (kind=search) or (kind=dense) after the command',
        );
      return searches
        ? { kind: 'search', searcher: commandSearch(started) }
        : { kind: 'dense', embedder: commandEmbedder(started, 'dense') };
    },
  );

/** The search system that a command is, once it has answered. */
const commandSearch = (started: StartedCommand): Searcher => {
  const { name, hello, batchSize, inFlight, first, wrong, calls, close } = started;
  if (first.is === 'answer') {
    const { rankings = [], errors } = first;
    if (rankings.length !== 1) throw wrong(`${first.rankings?.length ?? 'no'} rankings for 1 query`);
    const read = typeof errors[0] === 'string' ? undefined : readRanking(rankings[0], 1);
    if (read && 'failed' in read) throw wrong(read.failed);
  }
  const ask = async (queries: readonly SearchQuery[], k: number): Promise<Reply<readonly Hit[]>> => {
    const answered = await started.ask({ kind: 'search', queries, k });
    if ('refused' in answered) return answered;
    const { rankings = [], errors } = answered;
    if (rankings.length !== queries.length)
      return { refused: `${rankings.length} rankings for ${queries.length} queries` };
    return rankings.map((ranking, i) =>
      typeof errors[i] === 'string' ? { failed: errors[i] || 'no reason given' } : readRanking(ranking, k),
    );
  };
  return {
    name,
    spec: commandIdentity(started, 'search'),
    version: hello?.version,
    search: (queries, k, { signal }) =>
      searchInBatches(queries, (batch) => ask(batch, k), { batchSize, inFlight, signal }),
    calls,
    close,
  };
};

/** Opens a command that puts documents in order; docs/guides/your-own-search.md has the protocol. */
export const openCommandScorer = (
  command: string,
  place: CommandPlace = {},
): Promise<{ readonly name: string; readonly scorer: Scorer }> =>
  startCommand(
    command,
    place,
    {
      request: { kind: 'rerank', query: FIRST, documents: [FIRST] },
      expected: 'lines as docs/guides/your-own-search.md describes them, with "scores" or "order"',
    },
    commandScorer,
  );

const commandScorer = (started: StartedCommand): { readonly name: string; readonly scorer: Scorer } => {
  const { name, hello, inFlight, first, wrong, calls, close } = started;
  if (first.is === 'answer') {
    const read = readScores(first.scores ?? first.order, [FIRST]);
    if ('failed' in read) throw wrong(read.failed);
  }
  const scorer = listScorer({
    spec: commandIdentity(started, 'rerank'),
    pairwise: hello?.pairwise ?? false,
    inFlight,
    ask: async (list) => {
      const answered = await started.ask({ kind: 'rerank', ...list });
      return 'refused' in answered
        ? answered
        : [readScores(answered.scores ?? answered.order, list.documents)];
    },
    calls,
    close,
  });
  return { name, scorer };
};
