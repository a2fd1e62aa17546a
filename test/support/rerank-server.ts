import { createHash } from 'node:crypto';
import { KNOWN_ORDER } from '../../src/core/index.js';
import { isKnownText } from './embedders.js';
import {
  type CutBehaviour,
  type PlainBehaviour,
  type PlainRequest,
  type ScriptedServer,
  sendJson,
  startScriptedServer,
  tokensOf,
} from './scripted-server.js';

/** What a request gets instead of a proper answer. */
export interface RerankBehaviour extends PlainBehaviour, CutBehaviour {
  /** In the order of the documents, not best first. */
  readonly unsorted?: true;
  /** So many scores are missing at the end. */
  readonly missing?: number;
  /** One score too many, for a document that was not asked about. */
  readonly extra?: true;
  /** The second score has the index of the first. */
  readonly repeated?: true;
  /** The first score has an index beyond the documents. */
  readonly beyond?: true;
  readonly withoutIndex?: true;
  readonly withoutUsage?: true;
  /** This in place of the score of the document that was sent first; as it stands, so that it may be no JSON. */
  readonly firstScore?: string;
  /** Completions: words that are not among the likeliest ones. */
  readonly unlisted?: readonly string[];
  /** Completions: log probabilities as llama.cpp lists them. */
  readonly listed?: true;
  /** Completions: none at all. */
  readonly withoutLogprobs?: true;
}

/** What a request is about; for completions the prompts are the documents. */
export interface RerankAsked {
  readonly query: string;
  readonly documents: readonly string[];
}

export interface RerankRequest extends PlainRequest, RerankAsked {}

export type RerankServer = ScriptedServer<RerankRequest, RerankAsked, RerankBehaviour>;

/** The logit of a pair, the same at every endpoint: its hash as a number between -8 and 8. */
export const hashLogit = (query: string, document: string): number => {
  if (document.includes(KNOWN_ORDER.answer)) return 8;
  const digest = createHash('sha256')
    .update(JSON.stringify([query, document]))
    .digest();
  return Math.fround((digest.readInt32LE(0) / 2 ** 31) * 8);
};

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** Log probabilities of the first word after a prompt, of which yes is so much likelier than no. */
export const logprobsOf = (logit: number): Readonly<Record<string, number>> => {
  const yes = Math.log(0.9 * sigmoid(logit));
  const no = Math.log(0.9 * (1 - sigmoid(logit)));
  return { yes, no, Yes: -5, '\n': -9, maybe: Math.min(yes, no) - 1 };
};

interface Scored {
  readonly index: number;
  readonly score: number;
}

interface ServerDialect {
  asked(body: Record<string, unknown>): RerankAsked;
  raw(body: Record<string, unknown>): boolean;
  answer(scored: readonly Scored[], tokens: number, behaviour: RerankBehaviour): unknown;
}

const entries = (scored: readonly Scored[], name: string, { withoutIndex }: RerankBehaviour) =>
  scored.map(({ index, score }) => ({ ...(!withoutIndex && { index }), [name]: score }));

const usage = (tokens: number, { withoutUsage }: RerankBehaviour) =>
  withoutUsage ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } };

const queryAndDocuments = (body: Record<string, unknown>): RerankAsked => ({
  query: body.query as string,
  documents: body.documents as string[],
});

const TEI: ServerDialect = {
  asked: (body) => ({ query: body.query as string, documents: body.texts as string[] }),
  raw: (body) => body.raw_scores === true,
  answer: (scored, _, behaviour) => entries(scored, 'score', behaviour),
};

const VLLM_SCORE: ServerDialect = {
  asked: (body) => ({ query: body.text_1 as string, documents: body.text_2 as string[] }),
  raw: (body) => body.use_activation === false,
  answer: (scored, tokens, behaviour) => ({
    object: 'list',
    data: entries(scored, 'score', behaviour),
    ...usage(tokens, behaviour),
  }),
};

/** Jina's, and vLLM's, which can also be told to leave the logit as it is. */
const RESULTS: ServerDialect = {
  asked: queryAndDocuments,
  raw: (body) => body.use_activation === false,
  answer: (scored, tokens, behaviour) => ({
    id: 'of-the-answer',
    results: entries(scored, 'relevance_score', behaviour),
    ...usage(tokens, behaviour),
  }),
};

const VOYAGE: ServerDialect = {
  ...RESULTS,
  answer: (scored, tokens, behaviour) => ({
    object: 'list',
    data: entries(scored, 'relevance_score', behaviour),
    ...(!behaviour.withoutUsage && { usage: { total_tokens: tokens } }),
  }),
};

const COHERE: ServerDialect = {
  ...RESULTS,
  answer: (scored, _, behaviour) => ({
    id: 'of-the-answer',
    results: entries(scored, 'relevance_score', behaviour),
    ...(!behaviour.withoutUsage && {
      meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
    }),
  }),
};

const COMPLETIONS: ServerDialect = {
  asked: (body) => ({ query: '', documents: body.prompt as string[] }),
  raw: () => true,
  answer: (scored, tokens, behaviour) => ({
    object: 'text_completion',
    choices: scored.map(({ index, score }) => ({
      ...(!behaviour.withoutIndex && { index }),
      text: score > 0 ? 'yes' : 'no',
      finish_reason: 'length',
      logprobs: behaviour.withoutLogprobs ? null : logprobs(score, behaviour),
    })),
    ...usage(tokens, behaviour),
  }),
};

const logprobs = (score: number, { unlisted = [], listed }: RerankBehaviour): unknown => {
  const words = Object.entries(logprobsOf(score)).filter(([word]) => !unlisted.includes(word));
  return listed
    ? { content: [{ token: 'yes', top_logprobs: words.map(([token, logprob]) => ({ token, logprob })) }] }
    : { tokens: ['yes'], top_logprobs: [Object.fromEntries(words)] };
};

/** By the path of the request and, where several share one, by what only one of them sends. */
const dialectOf = (path: string, body: Record<string, unknown>): ServerDialect | undefined => {
  if (path.endsWith('/score')) return VLLM_SCORE;
  if (path.endsWith('/v1/completions')) return COMPLETIONS;
  if (path === '/rerank') return TEI;
  if (path === '/v2/rerank') return COHERE;
  if (!path.endsWith('/v1/rerank')) return undefined;
  return 'truncation' in body ? VOYAGE : RESULTS;
};

/** A server that speaks every dialect, makes scores of hashes, and misbehaves as it is told. */
export const startRerankServer = (): Promise<RerankServer> =>
  startScriptedServer<RerankRequest, RerankAsked, RerankBehaviour>(() => ({
    record: (plain) => ({
      ...plain,
      ...(dialectOf(plain.path, plain.body)?.asked(plain.body) ?? { query: '', documents: [] }),
    }),
    asked: ({ query, documents }) => ({ query, documents }),
    isKnown: ({ documents }) => documents.length > 0 && documents.every(isKnownText),
    isEmpty: ({ path, body, documents }) => dialectOf(path, body) !== undefined && documents.length === 0,
    answer: (request, response, behaviour = {}) => {
      const dialect = dialectOf(request.path, request.body);
      if (!dialect) return response.writeHead(404).end('{"detail":"Not Found"}');
      return sendJson(response, written(dialect, request, behaviour), behaviour);
    },
  }));

const written = (
  dialect: ServerDialect,
  { query, documents, body }: RerankRequest,
  behaviour: RerankBehaviour,
): string => {
  const { missing = 0, extra, repeated, beyond, unsorted, firstScore } = behaviour;
  const raw = dialect.raw(body);
  const all = documents.map((document, index): Scored => {
    const logit = hashLogit(query, document);
    return { index, score: raw ? logit : sigmoid(logit) };
  });
  const first = all[0]!.score;
  const kept = all.slice(0, all.length - missing);
  if (extra) kept.push({ index: all.length, score: 0 });
  if (repeated && kept[1]) kept[1] = { ...kept[1], index: 0 };
  if (beyond) kept[0] = { ...kept[0]!, index: all.length + 7 };
  if (!unsorted) kept.sort((a, b) => b.score - a.score);
  const proper = JSON.stringify(dialect.answer(kept, tokensOf([query, ...documents]), behaviour));
  return firstScore === undefined ? proper : proper.replace(JSON.stringify(first), firstScore);
};
