import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';

/** The policy of the page, without exceptions: its own script and style, its own data, nothing else. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cache-Control': 'no-store',
} as const;

/** Names by which a browser on this machine reaches the server. A site that resolves its own name to 127.0.0.1 has none of them. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The addresses of a port of this machine, the usual one first. */
export const loopbackOrigins = (port: number): readonly string[] =>
  LOOPBACK.map((name) => `http://${name}:${port}`);

/** Whom a server answers, and what it lets them do. */
export interface GuardOptions {
  /** The addresses under which browsers know the server, such as `http://127.0.0.1:4711`; the first is the usual one. */
  origins(): readonly string[];
  /** Whether pages of the server may also send. Then what they send must say that it comes from them. */
  readonly sends?: boolean;
  /**
   * For a server of other machines, which does not know under which address they find it: besides its origins, any address in numbers is answered. A site
   * that resolves its own name to this machine has none.
   */
  readonly anyNumber?: boolean;
}

/**
 * Answers only what a page of this server asks: its own host name (DNS rebinding), no other origin, and nothing but reading unless it `sends`.
 * Behind a server that ends TLS (`https:` origins), only what that server says came encrypted.
 */
export const guard =
  (options: GuardOptions): MiddlewareHandler =>
  async (context, next) => {
    const refusal = refusalOf(context.req.raw, options);
    if (refusal) {
      const { status, text } = refusal;
      return new Response(`${text}\n`, {
        status,
        headers: {
          ...HEADERS,
          'Content-Type': 'text/plain; charset=utf-8',
          ...(status === 405 && { Allow: options.sends ? 'GET, HEAD, POST' : 'GET, HEAD' }),
        },
      });
    }
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value);
    return undefined;
  };

/** Whether the host of a request is an address in numbers or this machine's own name, whatever the port: containers map ports. */
const isNumber = (host: string): boolean => {
  const { hostname } = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : { hostname: '' };
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) > 0;
};

const refusalOf = (
  { method, headers }: Request,
  { origins, sends = false, anyNumber = false }: GuardOptions,
) => {
  const known = origins().map((origin) => new URL(origin));
  const asked = headers.get('host')?.toLowerCase() ?? '';
  const isKnown = known.some(({ host }) => host === asked);
  if (!isKnown && !(anyNumber && isNumber(asked)))
    return { status: 421, text: `This server answers as ${known[0]!.host} only.` };
  if (known[0]!.protocol === 'https:' && headers.get('x-forwarded-proto') !== 'https')
    return { status: 403, text: 'Only encrypted requests are answered: use the https address.' };
  const origin = headers.get('origin');
  if (origin !== null && !origins().includes(origin) && !(anyNumber && origin === `http://${asked}`))
    return { status: 403, text: 'Pages of other origins are not answered.' };
  // A link from elsewhere may lead here; a script, a picture or a frame of another site may not.
  const isVisit =
    headers.get('sec-fetch-dest') === 'document' && headers.get('sec-fetch-mode') === 'navigate';
  const site = headers.get('sec-fetch-site');
  if (site !== null && !['same-origin', 'none'].includes(site) && !isVisit)
    return { status: 403, text: 'Pages of other sites are not answered.' };
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (!sends) return { status: 405, text: 'This server only reads.' };
  if (method !== 'POST') return { status: 405, text: 'This server reads, and takes what its page sends.' };
  // Browsers say where a POST comes from, always.
  return origin === null
    ? { status: 403, text: 'Only pages of this server may send: the header Origin is missing.' }
    : undefined;
};
