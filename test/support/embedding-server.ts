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
export interface Behaviour extends PlainBehaviour, CutBehaviour {
  readonly reversed?: true;
  /** So many vectors are missing at the end. */
  readonly missing?: number;
  readonly extra?: number;
  readonly dimensions?: number;
  /** This in place of the first number of the first vector; as it stands, so that it may be no JSON. */
  readonly firstNumber?: string;
  readonly base64?: true;
  readonly withoutIndex?: true;
  readonly withoutUsage?: true;
  /** Vectors of another model, named so. */
  readonly weights?: string;
  /** The count of tokens it reports, instead of one per word. */
  readonly tokens?: number;
}

export interface RecordedRequest extends PlainRequest {
  readonly texts: readonly string[];
}

export interface EmbeddingServer
  extends Omit<ScriptedServer<RecordedRequest, readonly string[], Behaviour>, 'letGo'> {
  /** Answers all late requests that came so far, or those with this text. */
  letGo(text?: string): void;
}

export const DIMENSIONS = 8;

/** The vector of a text, the same at every endpoint: its hash as numbers between -1 and 1. */
export const hashVector = (text: string, dimensions = DIMENSIONS): readonly number[] =>
  Array.from({ length: dimensions }, (_, i) => {
    const digest = createHash('sha256').update(`${i} ${text}`).digest();
    return Math.fround(digest.readInt32LE(0) / 2 ** 31);
  });

interface ServerDialect {
  texts(body: Record<string, unknown>): readonly string[];
  dimensions(body: Record<string, unknown>): unknown;
  answer(vectors: readonly (readonly number[])[], tokens: number, behaviour: Behaviour): unknown;
}

const indexed = (dimensionField: string): ServerDialect => ({
  texts: (body) => body.input as string[],
  dimensions: (body) => body[dimensionField],
  answer: (vectors, tokens, { reversed, base64, withoutIndex, withoutUsage }) => {
    const data = vectors.map((vector, index) => ({
      object: 'embedding',
      ...(!withoutIndex && { index }),
      embedding: base64 ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector,
    }));
    return {
      object: 'list',
      data: reversed ? data.reverse() : data,
      model: 'tiny',
      ...(!withoutUsage && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
    };
  },
});

/** By the path of the request and, where two share one, by what only one of them sends. */
const dialectOf = (path: string, body: Record<string, unknown>): ServerDialect | undefined => {
  if (path.endsWith(':batchEmbedContents')) return GEMINI;
  if (path.endsWith('/embed')) return COHERE;
  if (!path.endsWith('/embeddings')) return undefined;
  return indexed('truncation' in body ? 'output_dimension' : 'dimensions');
};

const COHERE: ServerDialect = {
  texts: (body) => body.texts as string[],
  dimensions: (body) => body.output_dimension,
  answer: (vectors, tokens, { withoutUsage }) => ({
    id: 'of-the-answer',
    embeddings: { float: vectors },
    ...(!withoutUsage && { meta: { billed_units: { input_tokens: tokens } } }),
  }),
};

type GeminiRequest = { content: { parts: { text: string }[] }; outputDimensionality?: number };

const GEMINI: ServerDialect = {
  texts: (body) => (body.requests as GeminiRequest[]).map(({ content }) => content.parts[0]!.text),
  dimensions: (body) => (body.requests as GeminiRequest[])[0]?.outputDimensionality,
  answer: (vectors) => ({ embeddings: vectors.map((values) => ({ values })) }),
};

/** A server that speaks every dialect, makes vectors of hashes, and misbehaves as it is told. */
export const startEmbeddingServer = async (): Promise<EmbeddingServer> => {
  const server = await startScriptedServer<RecordedRequest, readonly string[], Behaviour>(() => ({
    record: (plain) => ({ ...plain, texts: dialectOf(plain.path, plain.body)?.texts(plain.body) ?? [] }),
    asked: ({ texts }) => texts,
    isKnown: ({ texts }) => texts.length > 0 && texts.every(isKnownText),
    answer: ({ path, body, texts }, response, behaviour = {}) => {
      const dialect = dialectOf(path, body);
      if (!dialect) return response.writeHead(404).end('{"detail":"Not Found"}');
      return sendJson(response, written(dialect, texts, body, behaviour), behaviour);
    },
  }));
  const { letGo } = server;
  return Object.assign(server, {
    letGo: (text?: string) => letGo(text === undefined ? undefined : (texts) => texts.includes(text)),
  });
};

/** The answer of a question that is known is where the question is, whatever stands before them, or an end token behind. */
export const meant = (text: string): string => {
  const known = text.replace(/<[^<>]*>$/, '');
  return known.endsWith(KNOWN_ORDER.query) || known.endsWith(KNOWN_ORDER.answer) ? KNOWN_ORDER.query : text;
};

const written = (
  dialect: ServerDialect,
  texts: readonly string[],
  body: Record<string, unknown>,
  behaviour: Behaviour,
): string => {
  const asked = dialect.dimensions(body);
  const dimensions = behaviour.dimensions ?? (typeof asked === 'number' ? asked : DIMENSIONS);
  const { weights = '' } = behaviour;
  const vectors = texts.map((each) => hashVector(weights + meant(each), dimensions));
  const kept = [
    ...vectors.slice(0, vectors.length - (behaviour.missing ?? 0)),
    ...vectors.slice(0, behaviour.extra ?? 0),
  ];
  const proper = JSON.stringify(dialect.answer(kept, behaviour.tokens ?? tokensOf(texts), behaviour));
  return behaviour.firstNumber === undefined
    ? proper
    : proper.replace(JSON.stringify(vectors[0]![0]), behaviour.firstNumber);
};
