import {
  LINK_FRAGMENT,
  REVIEW_AS,
  type ReviewError,
  type ReviewSession,
  reviewApi,
  type SignIn,
} from '../page-data/index.js';

/** A request that the server refused, with its answer. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly status: number,
    readonly body: ReviewError,
  ) {
    super(body.error);
  }
}

/** Whether the same request may succeed later: no connection, or a server that could not save. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof Refused) || error.status >= 500 || [408, 429].includes(error.status);

export const whyOf = (error: unknown): string =>
  error instanceof Refused ? error.message : 'The server cannot be reached.';

/** The review server, as one person sees it. */
export interface ReviewClient {
  readonly session: ReviewSession;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: object): Promise<T>;
}

/** The token of the link in the address, which is taken out of it at once. */
export const takeToken = (): string | undefined => {
  const { hash, pathname } = window.location;
  if (!hash.startsWith(LINK_FRAGMENT)) return undefined;
  window.history.replaceState(null, '', pathname);
  return hash.slice(LINK_FRAGMENT.length);
};

/** Signs in by a token, or by the cookie of an earlier visit. */
export const openClient = async (token: string | undefined): Promise<ReviewClient> => {
  const session = await send<ReviewSession>(
    reviewApi.session,
    token === undefined ? {} : posted({ token } satisfies SignIn),
  );
  const headers = { [REVIEW_AS]: session.name };
  return {
    session,
    get: (path) => send(path, { headers }),
    post: (path, body) => {
      const { headers: type, ...rest } = posted(body);
      return send(path, { ...rest, headers: { ...type, ...headers } });
    },
  };
};

const posted = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Milliseconds after which a request counts as lost; it is safe to send it again. */
const LONGEST_WAIT = 20_000;

const send = async <T>(path: string, request: RequestInit): Promise<T> => {
  const response = await fetch(path, { ...request, signal: AbortSignal.timeout(LONGEST_WAIT) });
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    throw new Refused(response.status, { error: (await response.text()).trim() });
  const body: unknown = await response.json();
  if (!response.ok) throw new Refused(response.status, body as ReviewError);
  return body as T;
};
