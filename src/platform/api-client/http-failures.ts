import { shortened } from '../../core/index.js';
import { type HttpAnswer, networkReason, retryAfterMs } from '../node/index.js';
import { ApiFailure, busyFailure } from './failure.js';
import type { ApiKey } from './resolve-endpoint.js';

/** No answer came, or only the beginning of one. */
export const networkFailure = (error: unknown, endpoint: string): ApiFailure => {
  const { code, reason, transient, unconnected } = networkReason(error);
  if (!transient) return new ApiFailure('denied', `${endpoint}: ${reason}`, { fix: 'fix the certificate' });
  const nobody = code === 'ECONNREFUSED' || code === 'ENOTFOUND';
  return new ApiFailure(unconnected ? 'unreachable' : 'silent', `${endpoint}: ${reason}`, { nobody });
};

interface Asked {
  readonly endpoint: string;
  /** What was sent. */
  readonly key: ApiKey | undefined;
  /** Where a key is looked for. */
  readonly keyVariables: readonly string[];
  /** A variable in which the user can name the address as a trusted one. */
  readonly homeVariable: string | undefined;
  /** A key was there and was not sent: the endpoint is another computer, without encryption. */
  readonly keyHeldBack: boolean;
  readonly now: number;
  redact(text: string): string;
}

/** What an answer that is not 200 means. */
export const statusFailure = (answer: HttpAnswer, asked: Asked): ApiFailure => {
  const { status } = answer;
  const reason = reasonOf(answer.body, asked.redact);
  const message = `${asked.endpoint} answered ${status}${reason && `: ${reason}`}`;
  const failure = (kind: ApiFailure['kind'], fix?: string): ApiFailure =>
    new ApiFailure(kind, message, { fix });

  // OpenAI's code and Jina's. Their messages will not do: Gemini words a limit per minute as OpenAI does an empty account.
  if (status === 402 || /insufficient_(quota|balance)/i.test(answer.body))
    return failure('denied', 'see to the account at the service: it has nothing left to spend');
  // Gemini returns 400 for this.
  if (status === 401 || status === 403 || /api key not valid/i.test(reason))
    return failure('denied', keyFix(asked));
  if (status === 404 || status === 405)
    return failure('denied', "check the address (it usually ends in /v1) and the model's name there");
  if (status < 400)
    return failure('denied', 'give the address that it redirects to, or that of the service itself');

  if (status === 429 || status === 503 || status === 529) {
    return busyFailure(message, askedWaitMs(answer, asked.now), asked.now);
  }
  // Ollama and llama.cpp refuse long texts with 500, which asking again does not change.
  const tooLong = status === 413 || isAboutLength(reason) ? reason : undefined;
  // 408: it waited too long for us; 424: TEI's word for a failed inference.
  const broken = status >= 500 || status === 408 || status === 424;
  return new ApiFailure(broken && tooLong === undefined ? 'broken' : 'refused', message, {
    tooLong,
    gateway: GATEWAYS.has(status),
  });
};

/** The server behind a gateway was asked and its answer did not come; 52x are Cloudflare's. */
const GATEWAYS: ReadonlySet<number> = new Set([502, 504, 520, 522, 524]);

/** `Retry-After`; OpenAI also says it in milliseconds, Gemini in the body. */
const askedWaitMs = ({ header, body }: HttpAnswer, now: number): number | undefined => {
  const inMs = Number(header('retry-after-ms') || Number.NaN);
  const inBody = /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(body)?.[1];
  return inMs >= 0 ? inMs : (retryAfterMs(header('retry-after'), now) ?? retryAfterMs(inBody, now));
};

const keyFix = ({ key, keyVariables, homeVariable, keyHeldBack }: Asked): string => {
  const names = keyVariables.join(' or ');
  if (keyHeldBack)
    return `use https${homeVariable ? `, or name the address in ${homeVariable}` : ''}: ${names} is not sent unencrypted to another computer`;
  return key ? `put a key that is valid there into ${key.from}` : `set ${names}`;
};

const LONGEST = 200;

/** What the body of a refusal says, as one short line without the key. */
export const reasonOf = (body: string, redact: (text: string) => string): string => {
  const found = fromJson(body) ?? fromPage(body);
  return shortened(redact(found.replace(/[\s\p{C}]+/gu, ' ').trim()), LONGEST);
};

/** Services put their reason in `error.message`, `error`, `message`, or `detail`; FastAPI in a list of `msg`. */
const fromJson = (body: string): string | undefined => {
  try {
    return sentence(JSON.parse(body));
  } catch {
    return undefined;
  }
};

const sentence = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.slice(0, 3).map(sentence).filter(Boolean).join('; ');
  if (value === null || typeof value !== 'object') return '';
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of ['error', 'message', 'detail', 'msg']) {
    const found = sentence(fields[name]);
    if (found) return found;
  }
  return '';
};

/** Proxies answer with a page; its title says most. */
const fromPage = (body: string): string =>
  /<title>([^<]*)<\/title>/i.exec(body)?.[1] ?? (/^\s*</.test(body) ? 'a web page' : body);

/** Whether a refusal is about the length of a text, as the servers of this dialect family word it. */
export const isAboutLength = (reason: string): boolean =>
  /too (long|large|many tokens)|context (length|window|size)|max\w* .*(tokens|length)|exceed.*(token|length|context)|(token|length).*exceed|less than \d+ tokens|reduce the length/i.test(
    reason,
  );

const WITHOUT_FIGURES = 0.5;
/** Characters and tokens do not go quite together. */
const MARGIN = 0.95;

/**
 * How much of a text to keep, from a refusal such as "maximum context length is 512 tokens, however you requested 600";
 * half of it where the refusal does not say.
 */
export const shareToKeep = (reason: string): number => {
  const figures = [...new Set((reason.match(/\d+/g) ?? []).map(Number))].sort((a, b) => b - a);
  const [given = 0, limit = 0] = figures;
  return limit > 0 && limit > given / 1000 ? (limit / given) * MARGIN : WITHOUT_FIGURES;
};
