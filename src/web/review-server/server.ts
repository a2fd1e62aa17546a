import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { NotSaved, openStore, type ReviewPerson, type ReviewStore } from '../../benchmarks/review/index.js';
import { guard, listen, loopbackOrigins, type PageFile, pageFiles } from '../http/index.js';
import { linkOf, type ReviewError, type ReviewSession } from '../page-data/index.js';
import { adjudicationItem, adjudicationOf, decisionEvent } from './adjudicating.js';
import { parseRequest, requests } from './given-answers.js';
import { Refusal } from './refusal.js';
import { answerEvent, breakEvent, historyOf, shownItem, workOf } from './reviewing.js';
import { type Sessions, sessions } from './session.js';

/** A review that is served. */
export interface ServedReview {
  /** Where browsers find it, without a slash at the end: `http://127.0.0.1:4711`, or the address of the server in front. */
  readonly origin: string;
  readonly port: number;
  /** What somebody with this token, of `makePlan` or `renewLink`, opens in a browser. */
  linkOf(token: string): string;
  close(): Promise<void>;
}

/** What is served, and where. */
export interface ServeReviewOptions {
  readonly folder: string;
  /** The page of the reviewers, by the names of its files; that of r2med by default. */
  readonly files?: ReadonlyMap<string, PageFile>;
  /** Of 127.0.0.1; a free one by default. */
  readonly port?: number;
  /** The address of a server in front that ends TLS, such as `https://review.example.org`; without it only this machine is answered. */
  readonly behindTls?: string;
  /** Gets what the person who runs the review must know. */
  readonly note: (line: string) => void;
  readonly now?: () => Date;
}

/** Bytes of a request. */
const LONGEST_BODY = 128 * 1024;

/** Serves a review to its reviewers. It listens on the loopback interface, also behind a server that ends TLS. */
export const serveReview = async (options: ServeReviewOptions): Promise<ServedReview> => {
  const { folder, port = 0, behindTls, note, now = () => new Date() } = options;
  const files = options.files ?? (await pageFiles('review-page'));
  const store = await openStore(folder, { note, now });
  const bound = { port };
  const origins = (): readonly string[] =>
    behindTls === undefined ? loopbackOrigins(bound.port) : [new URL(behindTls).origin];
  const app = new Hono();
  app.use(guard({ origins, sends: true }));
  app.use(
    bodyLimit({
      maxSize: LONGEST_BODY,
      onError: () => {
        throw new Refusal(413, `A request holds at most ${LONGEST_BODY} bytes.`);
      },
    }),
  );
  const secure = behindTls !== undefined;
  addRoutes(app, store, sessions({ folder, plan: store.state.plan, secure, now: () => now().getTime() }));
  app.get('*', (context) => {
    const { pathname } = new URL(context.req.raw.url);
    const file = files.get(pathname === '/' ? 'index.html' : pathname.slice(1));
    return file
      ? new Response(file.bytes, { headers: { 'Content-Type': file.type } })
      : context.json({ error: 'There is nothing here.' } satisfies ReviewError, 404);
  });
  app.notFound((context) => context.json({ error: 'There is nothing here.' } satisfies ReviewError, 404));
  app.onError((error, context) => {
    if (error instanceof Refusal)
      return context.json({ error: error.message, ...error.more } satisfies ReviewError, error.status);
    if (error instanceof NotSaved) return context.json({ error: error.message } satisfies ReviewError, 503);
    // A stack or a path of this machine is for the one who runs the review.
    note(error.stack ?? error.message);
    return context.json({ error: 'The server failed; nothing was saved. Send it again.' }, 500);
  });
  try {
    const listening = await listen(
      app,
      port,
      'name another one with --port; links then begin with its address',
    );
    bound.port = listening.port;
    return {
      origin: origins()[0]!,
      port: listening.port,
      linkOf: (token) => linkOf(origins()[0]!, token),
      close: async () => {
        await listening.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
};

const addRoutes = (app: Hono, { state, record }: ReviewStore, who: Sessions): void => {
  const sessionOf = ({ name, role }: ReviewPerson): ReviewSession => ({
    name,
    role,
    title: state.plan.title,
  });
  app.post('/api/session', async (context) => {
    const { token } = parseRequest(await bodyOf(context), requests.signIn);
    return context.json(sessionOf(await who.signIn(context, token)));
  });
  app.get('/api/session', async (context) => context.json(sessionOf(await who.who(context))));
  app.post('/api/session/end', async (context) => {
    parseRequest(await bodyOf(context), requests.nothing);
    who.signOut(context);
    return context.json({});
  });

  app.get('/api/work', async (context) => {
    const { name } = await who.as(context, 'reviewer');
    return context.json(workOf(state, name));
  });
  app.get('/api/history', async (context) => {
    const { name } = await who.as(context, 'reviewer');
    return context.json(historyOf(state, name));
  });
  app.get('/api/items/:key', async (context) => {
    const { name } = await who.as(context, 'reviewer');
    return context.json(shownItem(state, name, context.req.param('key')));
  });
  app.post('/api/answers', async (context) => {
    const { name } = await who.as(context, 'reviewer');
    const request = parseRequest(await bodyOf(context), requests.answer);
    await record(name, (now) => answerEvent(now, name, request));
    return context.json(workOf(state, name));
  });
  app.post('/api/breaks', async (context) => {
    const { name } = await who.as(context, 'reviewer');
    const request = parseRequest(await bodyOf(context), requests.pause);
    await record(name, (now) => breakEvent(now, name, request));
    return context.json(workOf(state, name));
  });

  app.get('/api/adjudication', async (context) => {
    await who.as(context, 'adjudicator');
    return context.json(adjudicationOf(state));
  });
  app.get('/api/adjudication/:key', async (context) => {
    await who.as(context, 'adjudicator');
    return context.json(adjudicationItem(state, context.req.param('key')));
  });
  app.post('/api/decisions', async (context) => {
    const { name } = await who.as(context, 'adjudicator');
    const request = parseRequest(await bodyOf(context), requests.decision);
    const decisions = request.decisions.map(({ reason = '', ...rest }) => ({ ...rest, reason }));
    await record(name, (now) => decisionEvent(now, name, { ...request, decisions }));
    return context.json(adjudicationOf(state));
  });
};

/** Only JSON that says it is: a form of another site could not send it unasked. */
const bodyOf = async (context: Context): Promise<unknown> => {
  if (!/^application\/json\b/.test(context.req.header('content-type') ?? ''))
    throw new Refusal(415, 'Send JSON, with the header Content-Type: application/json.');
  try {
    return await context.req.json();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(400, 'The request is not JSON.');
  }
};
