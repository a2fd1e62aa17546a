import {
  type DenseEmbedder,
  defined,
  type EmbeddedBatch,
  type Json,
  type JsonObject,
  longestFirst,
  lookup,
  type Role,
} from '../../../core/index.js';
import {
  ApiFailure,
  batches,
  byCharacters,
  call,
  checkFromOne,
  type Item,
  identityAt,
  NO_COST,
  openClient,
  type Preparing,
  preparing,
  type Run,
  runJobs,
  type TokenCutter,
} from '../../../platform/api-client/index.js';
import { DIALECTS, type Dialect } from './dialects/index.js';
import { endTokenSender } from './end-token.js';
import { asPublishedJson } from './python-json.js';
import { byRole, type EmbeddingApiSettings } from './settings.js';
import { unitVector } from './vector.js';

type Embedding = Run<Item, Float32Array>;

/** An embedder behind HTTP. Nothing is sent before the first text is to be embedded. */
export const openEmbeddingApi = async (settings: EmbeddingApiSettings): Promise<DenseEmbedder> => {
  const { model, tokenizer: cutter = byCharacters, tellRole = true, serverCuts = true } = settings;
  const dialect: Dialect = lookup('dialect', DIALECTS, settings.dialect);
  const { usdPerMillionTokens } = settings;
  checkFromOne({ dimensions: settings.dimensions, ...settings.limits, ...settings.maxTokens });
  const client = await openClient(dialect, settings, {
    words: { who: 'the embedder', items: 'texts', done: 'embedded' },
    prices: usdPerMillionTokens === undefined ? undefined : { usdPerMillionIn: usdPerMillionTokens },
  });
  const { connection, meter } = client;
  const limits = { ...dialect.limits, ...settings.limits };
  const cut: Record<Role, number> = { query: 0, rewrite: 0, document: 0 };
  // Of the first vectors, or demanded from the start.
  let dimensions = settings.dimensions;

  const asked = (endpoint: string, texts: readonly string[], role: Role, signal: AbortSignal) =>
    call(
      connection,
      endpoint,
      {
        url: endpoint + dialect.path(model),
        headers: dialect.headers,
        body: dialect.body({ model, texts, role, dimensions: settings.dimensions, tellRole, serverCuts }),
        read: (answer) => dialect.read(answer, texts.length),
      },
      signal,
    );
  const endToken =
    settings.endToken &&
    endTokenSender(
      settings.endToken,
      async (endpoint, text, signal) => (await asked(endpoint, [text], 'document', signal)).tokens,
    );

  const request =
    (role: Role, note: (line: string) => void): Embedding['request'] =>
    async (endpoint, items, signal) => {
      const last = (await endToken?.(endpoint, note, signal)) ?? '';
      const texts = items.map(({ sent }) => sent + last);
      const { vectors, tokens } = await asked(endpoint, texts, role, signal);
      return { values: settings.normalise ? vectors.map(unitVector) : vectors, used: { tokensIn: tokens } };
    };
  const check: Embedding['check'] = (vectors, endpoint) => {
    dimensions = commonSize(vectors, dimensions, endpoint);
  };

  return {
    spec: specOf(settings, identityAt(settings.identity, client.addresses, dialect)),
    paid: client.paid,
    embed: async function* (texts, role, { note, signal }) {
      const prepared = preparingFor(role, { ...settings, maxTokens: roomFor(settings), cutter });
      const run: Embedding = {
        client,
        most: (items) => ({ ...NO_COST, tokensIn: items.reduce((sum, { tokens }) => sum + tokens, 0) }),
        request: request(role, note),
        check,
        textOf: ({ sent }) => sent,
        shorter: (item, share) => (settings.shorten === false ? undefined : prepared.shorter(item, share)),
        note,
      };
      const jobs = batches(itemsOf(texts, prepared), limits);
      for await (const { done, failed } of runJobs(run, jobs, signal)) {
        for (const { item } of [...done, ...failed]) if (item.cut) cut[role]++;
        yield {
          embedded: done.map(({ item, value }) => ({ place: item.place, vector: value })),
          failed: failed.map(({ item, reason }) => ({ place: item.place, reason })),
        } satisfies EmbeddedBatch<Float32Array>;
      }
    },
    usage: () => {
      const lost = meter.lost();
      return {
        cut: { ...cut },
        tokens: meter.spent().tokensIn,
        calls: meter.calls(),
        ...(lost > 0 && { lost }),
        ...defined({ usd: meter.usd() }),
      };
    },
    close: client.close,
  };
};

/**
 * Everything that can change a vector. Of the endpoints only what `identity` says: they share the load because they serve
 * the same model. What a name does not say about the weights belongs into it.
 */
const specOf = (settings: EmbeddingApiSettings, identity: Json): JsonObject => {
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
}: EmbeddingApiSettings): NonNullable<EmbeddingApiSettings['maxTokens']> =>
  endToken
    ? Object.fromEntries(Object.entries(maxTokens).map(([role, most]) => [role, Math.max(1, most - 1)]))
    : maxTokens;

/** Texts are prepared when their turn comes, so that the first request does not wait for the whole corpus. */
function* itemsOf(texts: readonly string[], { item }: Preparing): Generator<Item> {
  for (const place of longestFirst(texts)) yield item(place, texts[place]!);
}

/** The size that all vectors have, or a failure. */
const commonSize = (vectors: readonly Float32Array[], known: number | undefined, endpoint: string) => {
  const wanted = known ?? vectors[0]!.length;
  const wrong = vectors.find(({ length }) => length !== wanted);
  if (wrong)
    throw new ApiFailure(
      'unusable',
      `${endpoint} answered with a vector of ${wrong.length} numbers instead of ${wanted}`,
    );
  return wanted;
};
