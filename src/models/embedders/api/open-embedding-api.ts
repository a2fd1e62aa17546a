import {
  type DenseEmbedder,
  type EmbeddedBatch,
  type Embedder,
  type Json,
  type JsonObject,
  type LateEmbedder,
  longestFirst,
  lookup,
  type Role,
  type SparseEmbedder,
} from '../../../core/index.js';
import {
  ApiFailure,
  batches,
  byCharacters,
  type Client,
  call,
  checkFromOne,
  type Item,
  identityAt,
  inForm,
  NO_COST,
  noSpending,
  openClient,
  type Preparing,
  preparing,
  type Run,
  runJobs,
  type TokenCutter,
} from '../../../platform/api-client/index.js';
import { DIALECTS, type Dialect, teiSparse, vllmPooling } from './dialects/index.js';
import { endTokenSender } from './end-token.js';
import { asPublishedJson } from './python-json.js';
import { byRole, type EmbeddingApiSettings } from './settings.js';
import { unitVector } from './vector.js';

type Embedding<Vector> = Run<Item, Vector>;

/** Fewer texts than this at a time are not worth the wait for a batch: queries, and probes of the model. */
const LEAST_BATCHED = 100;

/** An embedder behind HTTP. Nothing is sent before the first text is to be embedded. */
export const openEmbeddingApi = async (settings: EmbeddingApiSettings): Promise<DenseEmbedder> =>
  openVectorApi(lookup('dialect', DIALECTS, settings.dialect), settings, {
    size: ({ length }) => length,
    ...(settings.normalise && { finish: unitVector }),
  });

type ServedSettings = Omit<EmbeddingApiSettings, 'dialect' | 'normalise' | 'dimensions'>;

/** Weights over a vocabulary, from a server that speaks TEI's `/embed_sparse`. */
export const openSparseApi = (settings: ServedSettings): Promise<SparseEmbedder> =>
  openVectorApi(teiSparse, { ...settings, dialect: 'tei-sparse' }, {});

/** A vector per token, from a server that speaks vLLM's `/pooling`. */
export const openLateApi = (settings: ServedSettings): Promise<LateEmbedder> =>
  openVectorApi(
    vllmPooling,
    { ...settings, dialect: 'vllm-pooling' },
    { size: ({ dimensions }) => dimensions },
  );

/** What is known of a kind of vectors. */
interface VectorShape<Vector> {
  /** All vectors of a model have the same. */
  size?(vector: Vector): number;
  finish?(vector: Vector): Vector;
}

type VectorApiSettings = Omit<EmbeddingApiSettings, 'dialect'> & { readonly dialect: string };

const openVectorApi = async <Vector>(
  dialect: Dialect<Vector>,
  settings: VectorApiSettings,
  { size, finish = (vector) => vector }: VectorShape<Vector>,
): Promise<Embedder<Vector>> => {
  const { model, tokenizer: cutter = byCharacters, tellRole = true, serverCuts = true } = settings;
  const { usdPerMillionTokens } = settings;
  checkFromOne({ dimensions: settings.dimensions, ...settings.limits, ...settings.maxTokens });
  const { batchItems, ...live } = settings;
  const budget = settings.budget && { spending: noSpending(), ...settings.budget };
  const options = {
    words: { who: 'the embedder', items: 'texts', done: 'embedded' },
    prices: usdPerMillionTokens === undefined ? undefined : { usdPerMillionIn: usdPerMillionTokens },
  };
  const home = settings.service ?? dialect;
  const client = await openClient(home, { ...live, budget }, options);
  const batched = batchItems && (await openClient(home, { ...settings, budget }, options));
  const { routed, headers } = inForm(dialect, settings.service ?? {}, client.addresses);
  const clients = [client, ...(batched ? [batched] : [])];
  const limits = { ...dialect.limits, ...settings.limits };
  const cut: Record<Role, number> = { query: 0, rewrite: 0, document: 0 };
  // Of the first vectors, or demanded from the start.
  let dimensions = settings.dimensions;

  const requestOf = (endpoint: string, texts: readonly string[], role: Role) => ({
    url: endpoint + routed(dialect.path(model), model),
    headers,
    body: dialect.body({ model, texts, role, dimensions: settings.dimensions, tellRole, serverCuts }),
  });
  const asked = (
    { connection }: Client,
    endpoint: string,
    texts: readonly string[],
    role: Role,
    signal: AbortSignal,
  ) => {
    const read = (answer: unknown) => dialect.read(answer, texts.length);
    return call(connection, endpoint, { ...requestOf(endpoint, texts, role), read }, signal);
  };
  const endToken =
    settings.endToken &&
    endTokenSender(
      settings.endToken,
      async (endpoint, text, signal) => (await asked(client, endpoint, [text], 'document', signal)).tokens,
    );

  const request =
    (by: Client, role: Role, note: (line: string) => void): Embedding<Vector>['request'] =>
    async (endpoint, items, signal) => {
      const last = (await endToken?.(endpoint, note, signal)) ?? '';
      const texts = items.map(({ sent }) => sent + last);
      const { vectors, tokens } = await asked(by, endpoint, texts, role, signal);
      return { values: vectors.map(finish), used: { tokensIn: tokens } };
    };
  const check: Embedding<Vector>['check'] = (vectors, endpoint) => {
    if (size) dimensions = commonSize(vectors.map(size), dimensions, endpoint);
  };

  /** The client for these texts; what waits in a batch of an earlier command is taken up, however few they are. */
  const clientFor = async (items: () => Iterable<Item>, texts: number, role: Role): Promise<Client> => {
    if (!batched || texts >= LEAST_BATCHED) return batched ?? client;
    const [endpoint] = batched.addresses;
    const requests = [...items()].map(({ sent }) => requestOf(endpoint!, [sent], role));
    return (await batched.connection.batch!.remembers(requests, endpoint!)) ? batched : client;
  };

  return {
    spec: specOf(settings, identityAt(settings.identity, client.addresses, home)),
    paid: client.paid,
    embed: async function* (texts, role, { note, signal }) {
      const prepared = preparingFor(role, { ...settings, maxTokens: roomFor(settings), cutter });
      const by = await clientFor(() => itemsOf(texts, prepared), texts.length, role);
      const run: Embedding<Vector> = {
        client: by,
        most: (items) => ({ ...NO_COST, tokensIn: items.reduce((sum, { tokens }) => sum + tokens, 0) }),
        request: request(by, role, note),
        check,
        textOf: ({ sent }) => sent,
        shorter: (item, share) => (settings.shorten === false ? undefined : prepared.shorter(item, share)),
        note,
      };
      // One text in a request of a batch, so that it is found again whichever others are left.
      const jobs = batches(itemsOf(texts, prepared), by === batched ? { ...limits, texts: 1 } : limits);
      for await (const { done, failed } of runJobs(run, jobs, signal)) {
        for (const { item } of [...done, ...failed]) if (item.cut) cut[role]++;
        yield {
          embedded: done.map(({ item, value }) => ({ place: item.place, vector: value })),
          failed: failed.map(({ item, reason }) => ({ place: item.place, reason })),
        } satisfies EmbeddedBatch<Vector>;
      }
    },
    usage: () => {
      const sum = (of: (meter: Client['meter']) => number): number =>
        clients.reduce((total, { meter }) => total + of(meter), 0);
      const lost = sum((meter) => meter.lost());
      return {
        cut: { ...cut },
        tokens: sum((meter) => meter.spent().tokensIn),
        calls: sum((meter) => meter.calls()),
        ...(lost > 0 && { lost }),
        ...(usdPerMillionTokens !== undefined && { usd: sum((meter) => meter.usd() ?? 0) }),
      };
    },
    close: async () => {
      for (const each of clients) await each.close();
    },
  };
};

/**
 * Everything that can change a vector. Of the endpoints only what `identity` says: they share the load because they serve
 * the same model. What a name does not say about the weights belongs into it.
 */
const specOf = (settings: VectorApiSettings, identity: Json): JsonObject => {
  const { prompts = {}, maxTokens = {}, tokenizer = byCharacters } = settings;
  return {
    backEnd: 'served',
    dialect: settings.dialect,
    model: settings.model,
    identity,
    prompts: byRole((role) => ({ prefix: prompts[role]?.prefix ?? '', suffix: prompts[role]?.suffix ?? '' })),
    maxTokens: byRole((role) => maxTokens[role] ?? null),
    cutBy: Object.keys(maxTokens).length ? tokenizer.name : null,
    dimensions: settings.dimensions ?? null,
    normalise: settings.normalise ?? false,
    asJson: settings.asJson ?? false,
    tellRole: settings.tellRole ?? true,
    serverCuts: settings.serverCuts ?? true,
    shorten: settings.shorten ?? true,
    ...(settings.endToken && { endToken: settings.endToken.token }),
  };
};

/** With the role's prompt and limit; encoded as published where that is asked. */
export const preparingFor = (
  role: Role,
  { prompts = {}, maxTokens = {}, asJson = false, cutter }: Preparation,
): Preparing =>
  preparing({
    ...prompts[role],
    maxTokens: maxTokens[role],
    ...(asJson && { encode: asPublishedJson }),
    cutter,
  });

type Preparation = Pick<EmbeddingApiSettings, 'prompts' | 'maxTokens' | 'asJson'> & {
  readonly cutter: TokenCutter;
};

/** The end token takes one of a text's tokens, also if the server appends it. */
const roomFor = ({
  maxTokens = {},
  endToken,
}: VectorApiSettings): NonNullable<EmbeddingApiSettings['maxTokens']> =>
  endToken
    ? Object.fromEntries(Object.entries(maxTokens).map(([role, most]) => [role, Math.max(1, most - 1)]))
    : maxTokens;

/** Texts are prepared when their turn comes, so that the first request does not wait for the whole corpus. */
function* itemsOf(texts: readonly string[], { item }: Preparing): Generator<Item> {
  for (const place of longestFirst(texts)) yield item(place, texts[place]!);
}

/** The size that all vectors have, or a failure. */
const commonSize = (sizes: readonly number[], known: number | undefined, endpoint: string): number => {
  const wanted = known ?? sizes[0]!;
  const wrong = sizes.find((size) => size !== wanted);
  if (wrong !== undefined)
    throw new ApiFailure(
      'unusable',
      `${endpoint} answered with a vector of ${wrong} numbers instead of ${wanted}`,
    );
  return wanted;
};
