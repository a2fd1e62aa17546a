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

/**
 * Answers only what a page of this server asks: its own host name (DNS rebinding), no other origin, and nothing but reading.
 */
export const guard =
  (port: () => number): MiddlewareHandler =>
  async (context, next) => {
    const refusal = refusalOf(context.req.raw, port());
    if (refusal) {
      const { status, text } = refusal;
      return new Response(`${text}\n`, {
        status,
        headers: {
          ...HEADERS,
          'Content-Type': 'text/plain; charset=utf-8',
          ...(status === 405 && { Allow: 'GET, HEAD' }),
        },
      });
    }
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value);
    return undefined;
  };

const refusalOf = (
  { method, headers }: Request,
  port: number,
): { readonly status: number; readonly text: string } | undefined => {
  const hosts = LOOPBACK.map((name) => `${name}:${port}`);
  if (!hosts.includes(headers.get('host')?.toLowerCase() ?? ''))
    return { status: 421, text: `This server answers as ${hosts[0]} only.` };
  const origin = headers.get('origin');
  if (origin !== null && !hosts.some((host) => origin === `http://${host}`))
    return { status: 403, text: 'Pages of other origins are not answered.' };
  // A link from elsewhere may lead here; a script, a picture or a frame of another site may not.
  const isVisit =
    headers.get('sec-fetch-dest') === 'document' && headers.get('sec-fetch-mode') === 'navigate';
  const site = headers.get('sec-fetch-site');
  if (site !== null && !['same-origin', 'none'].includes(site) && !isVisit)
    return { status: 403, text: 'Pages of other sites are not answered.' };
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, text: 'This server only reads.' };
  return undefined;
};
