import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** A secret that a link holds, and the check of it before anything is answered. */
export interface PageToken {
  /** The link with the token, for an address such as `http://192.0.2.7:8080`. */
  linkOf(origin: string): string;
  /** Answers 401 to all that has no token. A link is answered with a cookie and the same address without the token. */
  readonly check: MiddlewareHandler;
}

/** A new random token. `secure`: browsers reach the server by TLS. */
export const pageToken = ({ secure = false }: { readonly secure?: boolean } = {}): PageToken => {
  const token = randomBytes(32).toString('base64url');
  // Cookies of a host are shared by all its ports, so two servers need two names.
  const cookie = `r2med-page-${randomBytes(6).toString('hex')}`;
  const isToken = (text: string | undefined): boolean =>
    text !== undefined && timingSafeEqual(digest(text), digest(token));
  return {
    linkOf: (origin) => `${origin}/?token=${token}`,
    check: async (context, next) => {
      const url = new URL(context.req.raw.url);
      if (isToken(url.searchParams.get('token') ?? undefined)) {
        url.searchParams.delete('token');
        // Lax: the link may be opened from a mail, and a cookie that is strict would not come along then.
        setCookie(context, cookie, token, { path: '/', httpOnly: true, sameSite: 'Lax', secure });
        return context.redirect(`${url.pathname}${url.search}`, 303);
      }
      if (!isToken(getCookie(context, cookie)))
        return context.text('This needs the link that `r2med web` printed.\n', 401);
      await next();
      return undefined;
    },
  };
};

/** Of one length, so that a comparison takes the same time whatever is sent. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
