import { z } from 'zod';
import { LIMITS, type Role, type SearchQuery, shortened } from '../../core/index.js';
import { About } from './custom-embedder.js';
import type { Kind } from './kinds.js';
import type { RerankList } from './list-scorer.js';
import { shown } from './shown.js';

/** The version of the lines between r2med and a command; docs/guides/your-own-model.md is its description. */
export const PROTOCOL = 1;

/** Vectors for texts. */
export interface EmbedRequest {
  readonly kind: Kind;
  readonly role: Role;
  readonly texts: readonly string[];
}

/** Scores of pairs of a query and a document, each as a row of three numbers: score, and tokens left out of either text. */
export interface PairsRequest {
  readonly kind: 'pairs';
  readonly pairs: readonly (readonly [query: string, document: string])[];
}

/** A ranking for each query. */
export interface SearchRequest {
  readonly kind: 'search';
  readonly queries: readonly SearchQuery[];
  readonly k: number;
}

/** Scores for the documents of a query, or their order. */
export interface RerankRequest extends RerankList {
  readonly kind: 'rerank';
}

/** Named entities of texts. */
export interface EntitiesRequest {
  readonly kind: 'entities';
  readonly texts: readonly string[];
}

/** The first request to a program whose kind (embed or search) is not known yet: it can be answered as either. */
export interface OpenRequest extends EmbedRequest, Omit<SearchRequest, 'kind'> {}

export type Request =
  | EmbedRequest
  | PairsRequest
  | SearchRequest
  | RerankRequest
  | EntitiesRequest
  | OpenRequest;

/** A request as one line of ASCII, which every program reads right whatever encoding its stdin has. */
export const requestLine = ({ id, ...request }: Request & { readonly id: number }): string => {
  const message = { r2med: PROTOCOL, id, ...request };
  const plain = JSON.stringify(message);
  // Half a character comes out escaped, which is rare; to look at every value for it takes longer than all the rest.
  const json = plain.includes('\\ud')
    ? JSON.stringify(message, (_, value: unknown) =>
        typeof value === 'string' ? value.toWellFormed() : value,
      )
    : plain;
  const ascii = json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${ascii}\n`;
};

const Hello = About.extend({
  r2med: z.literal(PROTOCOL),
  /** How many requests it wants to have at once. */
  inFlight: z.int().positive().optional(),
  /** How many characters of texts it wants in a request at most, besides `batchSize` texts. */
  batchCharacters: z.int().positive().optional(),
  /** How many characters of one text count there: of a longer one it reads no more. */
  textCharacters: z.int().positive().optional(),
  /** Of r2med's own program: the number type that it computes in, what runs it, and what its matrix products alone would allow. */
  precision: z.string().optional(),
  device: z.string().optional(),
  matrixTokensPerSecond: z.number().positive().optional(),
  fasterThanFp32: z.number().positive().optional(),
  /** It is a search system: it takes requests of the kind "search". */
  search: z.boolean().optional(),
});
/** What a command may say of itself before its first answer. */
export type Hello = z.infer<typeof Hello>;

/** Counts are of the texts of this answer. */
const Answer = z.object({
  id: z.int().nonnegative(),
  error: z.string().optional(),
  errors: z.array(z.string().nullable()).optional(),
  tokens: z.int().nonnegative().default(0),
  cut: z.int().nonnegative().default(0),
  /** Vectors as bytes behind the line: as many rows of 32-bit floats, little-endian. */
  rows: z.int().nonnegative().optional(),
  bytes: z.int().nonnegative().optional(),
});

export type Message =
  | { readonly is: 'hello'; readonly hello: Hello }
  /** A hello this version cannot work with. */
  | { readonly is: 'misfit'; readonly problem: string }
  | {
      readonly is: 'answer';
      readonly id: number;
      /** One of them at least. */
      readonly vectors?: readonly unknown[];
      readonly rankings?: readonly unknown[];
      readonly scores?: readonly unknown[];
      readonly order?: readonly unknown[];
      readonly entities?: readonly unknown[];
      readonly errors: readonly (string | null)[];
      readonly tokens: number;
      readonly cut: number;
    }
  /** An answer whose vectors follow as bytes; `complete` makes the answer of them. */
  | {
      readonly is: 'framed';
      readonly id: number;
      readonly bytes: number;
      complete(room: Uint8Array): Message;
    }
  /** The command says that it cannot. */
  | { readonly is: 'refusal'; readonly id: number; readonly reason: string }
  /** An answer that cannot be read. */
  | { readonly is: 'malformed'; readonly id: number; readonly reason: string }
  /** Something printed that is not for us: a log line, a progress bar. */
  | { readonly is: 'stray'; readonly text: string };

/** Reads one line of a command. Any text at all becomes a message. */
export const readMessage = (line: string): Message => {
  const parsed = parsedObject(line);
  if (!parsed) {
    const id = namedId(line);
    return id === undefined ? stray(line) : malformed(id, `its answer is not JSON: ${shortened(line, 80)}`);
  }
  if ('id' in parsed) return readAnswer(line, parsed);
  if ('r2med' in parsed) return readHello(parsed);
  return stray(line);
};

const readHello = (parsed: object): Message => {
  const { success, data, error } = Hello.safeParse(parsed);
  return success ? { is: 'hello', hello: data } : { is: 'misfit', problem: firstIssue(error) };
};

const readAnswer = (line: string, parsed: object): Message => {
  // What was requested is not the schema's matter: it would copy each number.
  const { vectors, rankings, scores, order, entities, ...rest } = parsed as Readonly<Record<string, unknown>>;
  const { success, data, error } = Answer.safeParse(rest);
  if (!success) {
    const { id } = parsed as { readonly id?: unknown };
    return Number.isSafeInteger(id)
      ? malformed(id as number, `its answer is invalid: ${firstIssue(error)}`)
      : stray(line);
  }
  const { id, errors = [], tokens, cut, rows, bytes } = data;
  if (data.error !== undefined)
    return { is: 'refusal', id, reason: shortened(data.error, 500) || 'no reason given' };
  if (bytes !== undefined) {
    const answer = { is: 'answer', id, errors, tokens, cut } as const;
    const complete = (room: Uint8Array): Message => ({ ...answer, vectors: rowsOf(room, rows ?? 0, errors) });
    // Rows without numbers are those that failed: a row more than there are reasons would be one of nothing.
    const most = Math.max(bytes / 4, errors.length);
    return (rows ? (bytes / 4) % rows : bytes) === 0 &&
      bytes <= LIMITS.commandFrame.most &&
      (rows ?? 0) <= most
      ? { is: 'framed', id, bytes, complete }
      : malformed(id, `its answer has ${bytes} bytes for ${rows} rows of 32-bit floats`);
  }
  const given = Object.entries({ vectors, rankings, scores, order, entities }).filter(
    ([, value]) => value !== undefined,
  );
  const [name, wrong] = given.find(([, value]) => !Array.isArray(value)) ?? [];
  if (name !== undefined) return malformed(id, `"${name}" in its answer is ${shown(wrong)}, not an array`);
  if (given.length === 0)
    return malformed(
      id,
      'its answer has none of "vectors", "rankings", "scores", "order", "entities" and "error"',
    );
  return { is: 'answer', id, ...Object.fromEntries(given), errors, tokens, cut };
};

/** Rows of 32-bit floats in one piece of memory; null for one that failed. */
const rowsOf = (room: Uint8Array, rows: number, errors: readonly (string | null)[]): readonly unknown[] => {
  const columns = room.length / 4 / rows;
  const numbers = new Float32Array(room.buffer, room.byteOffset, room.length / 4);
  return Array.from({ length: rows }, (_, row) =>
    typeof errors[row] === 'string' || columns === 0
      ? null
      : numbers.subarray(row * columns, (row + 1) * columns),
  );
};

const firstIssue = ({ issues }: z.ZodError): string => {
  const { path, message } = issues[0]!;
  return `"${path.join('.')}": ${message}`;
};

const malformed = (id: number, reason: string): Message => ({ is: 'malformed', id, reason });

const stray = (line: string): Message => ({ is: 'stray', text: line });

const parsedObject = (line: string): object | undefined => {
  const text = line.trim(); // of a byte order mark too
  if (!text.startsWith('{')) return undefined;
  const value = parsedJson(text) ?? parsedJson(text.replace(NO_JSON_NUMBER, 'null'));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
};

/** Python's json module writes these; as null they fail the text they are in, not its neighbours. */
const NO_JSON_NUMBER = /(?<=[[,:]\s?)-?(?:NaN|Infinity)(?=\s?[\],}])/g;

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The id a broken line names near one of its ends, if it looks like an answer. */
export const namedId = (line: string): number | undefined => {
  if (!line.trimStart().startsWith('{')) return undefined;
  const ends = `${line.slice(0, 200)}\n${line.slice(-200)}`;
  const digits = /"id"\s*:\s*(\d{1,15})\b/.exec(ends)?.[1];
  return digits === undefined ? undefined : Number(digits);
};
