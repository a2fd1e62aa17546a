import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import {
  type NewEvent,
  NotSaved,
  openStore,
  type ReviewPerson,
  type ReviewState,
  type ReviewStore,
} from '../../benchmarks/review/index.js';
import { InputError, LIMITS, WorkError } from '../../core/index.js';
import { guard, listen, loopbackOrigins, type PageFile, pageFiles } from '../http/index.js';
import { linkOf, type ReviewError, type ReviewSession, reviewApi } from '../page-data/index.js';
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
      maxSize: LIMITS.pageBody.most,
      onError: () => {
        throw new Refusal(413, `A request holds at most ${LIMITS.pageBody.most} bytes.`);
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
    // A path of this machine is for the one who runs the review; so is a stack, where no fix is known.
    note(
      (error instanceof InputError || error instanceof WorkError ? undefined : error.stack) ?? error.message,
    );
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
  app.post(reviewApi.session, async (context) => {
    const { token } = parseRequest(await bodyOf(context), requests.signIn);
    return context.json(sessionOf(await who.signIn(context, token)));
  });
  app.get(reviewApi.session, async (context) => context.json(sessionOf(await who.who(context))));
  app.post(reviewApi.signOut, async (context) => {
    parseRequest(await bodyOf(context), requests.nothing);
    who.signOut(context);
    return context.json({});
  });

  const get = (path: string, role: ReviewPerson['role'], answer: (name: string, key: string) => object) => {
    app.get(path, async (context) => {
      const { name } = await who.as(context, role);
      return context.json(answer(name, context.req.param('key') ?? ''));
    });
  };
  /** What they send, saved as an event, and what they get then. */
  const post = <T>(
    path: string,
    role: ReviewPerson['role'],
    schema: z.ZodType<T>,
    event: (now: ReviewState, name: string, request: T) => NewEvent | undefined,
    answer: (name: string) => object,
  ): void => {
    app.post(path, async (context) => {
      const { name } = await who.as(context, role);
      const request = parseRequest(await bodyOf(context), schema);
      await record(name, (now) => event(now, name, request));
      return context.json(answer(name));
    });
  };
  const work = (name: string) => workOf(state, name);
  get(reviewApi.work, 'reviewer', work);
  get(reviewApi.history, 'reviewer', (name) => historyOf(state, name));
  get(reviewApi.item(':key'), 'reviewer', (name, key) => shownItem(state, name, key));
  post(reviewApi.answers, 'reviewer', requests.answer, answerEvent, work);
  post(reviewApi.breaks, 'reviewer', requests.pause, breakEvent, work);
  const toDecide = () => adjudicationOf(state);
  get(reviewApi.adjudication, 'adjudicator', toDecide);
  get(reviewApi.adjudicationItem(':key'), 'adjudicator', (_, key) => adjudicationItem(state, key));
  post(reviewApi.decisions, 'adjudicator', requests.decision, decisionEvent, toDecide);
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
