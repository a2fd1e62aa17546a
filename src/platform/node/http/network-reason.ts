import { LIMITS, limitText, own } from '../../../core/index.js';
export interface NetworkReason {
  readonly code: string;
  /** In plain words. */
  readonly reason: string;
  /** Another try may succeed; a certificate does not become right by asking again. */
  readonly transient: boolean;
  /** No connection came about, so nothing was asked. */
  readonly unconnected: boolean;
}

/** Why no answer came, or only a part of one, from what an HTTP library throws. */
export const networkReason = (error: unknown): NetworkReason => {
  const { code = '', message } = rootCause(error);
  return {
    code,
    reason: own(REASONS, code) ?? message,
    transient: !UNTRUSTED.test(code),
    unconnected: UNTRUSTED.test(code) || UNCONNECTED.test(code),
  };
};

/** What libraries say in their own terms. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such host, or no network',
  EAI_AGAIN: 'the name cannot be resolved; no network?',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was dropped',
  EPIPE: 'the connection was dropped',
  UND_ERR_SOCKET: 'the connection was dropped',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the connection fell silent',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: `the answer is larger than ${limitText(LIMITS.answer)}`,
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https',
};

const UNTRUSTED = /CERT|SIGNATURE|ERR_TLS|ERR_SSL_WRONG_VERSION/;
const UNCONNECTED = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Proxies wrap what happened, and several addresses of one host fail as a list. */
const rootCause = (error: unknown): { readonly code?: string | undefined; readonly message: string } => {
  const { cause, errors } = (error ?? {}) as { cause?: unknown; errors?: readonly unknown[] };
  if (errors?.[0]) return rootCause(errors[0]);
  if (cause instanceof Error) return rootCause(cause);
  return error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
};
