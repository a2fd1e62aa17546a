import { backOff } from '../../node/index.js';
import type { Connection } from '../exchange.js';
import { ApiFailure, LONGEST_ASKED_MS, WORTH_TRYING } from '../failure.js';
import type { HttpRequest } from '../http-request.js';
import type { BatchApi } from '../services.js';
import type { BatchStore, OpenBatch } from './batch-store.js';
import {
  type BatchProtocol,
  type BatchState,
  errorBody,
  NOT_DONE,
  numberOf,
  type Rest,
  requestId,
  type Sought,
} from './protocol.js';
import { batchRest } from './rest.js';

/** A request whose answer is waited for. */
export interface Waiting {
  readonly hash: string;
  readonly path: string;
  readonly request: HttpRequest;
  /** Batches that ended without getting to it. */
  tries: number;
  /** The batch that it is in. */
  at?: { readonly of: Watched; readonly number: number };
  answer(status: number, body: string): void;
  fail(error: unknown): void;
}

/** A batch, and the requests in it whose answers are waited for. */
export interface Watched {
  readonly batch: OpenBatch;
  readonly waiting: Map<number, Waiting>;
  /** Answers that were handed over now. */
  readonly handed: Set<number>;
  isFollowed: boolean;
  /** Aborted when nobody waits any longer. */
  readonly left: AbortController;
}

/** Where batches go, how, and where they are remembered. */
export interface BatchOptions {
  readonly api: BatchApi;
  readonly protocol: BatchProtocol;
  readonly store: BatchStore;
  readonly connection: Connection;
  /** What requests are called in messages: `calls`. */
  readonly items: string;
  note(line: string): void;
}

interface WatchingOptions extends BatchOptions {
  readonly closed: AbortSignal;
  /** Puts a request into the next batch. */
  enqueue(waiting: Waiting): void;
}

/** How often a request is submitted that no batch gets to. */
const MOST_TRIES = 3;

/** After these the service may have made the batch all the same. */
const MAY_BE_MADE: ReadonlySet<ApiFailure['kind']> = new Set(['silent', 'broken', 'unusable']);

/** Submits batches and waits for them. What is paid for is remembered before it is submitted, and never submitted twice. */
export const watching = (options: WatchingOptions) => {
  const { api, protocol, store, connection, items, note, closed, enqueue } = options;
  const { clock } = connection;
  const failAll = ({ waiting }: Watched, error: unknown): void => {
    for (const each of [...waiting.values()]) each.fail(error);
  };
  const soughtOf = async ({ name, since, hashes }: OpenBatch): Promise<Sought> => ({
    name,
    since,
    count: hashes.length,
    known: await store.ids(),
  });

  const submit = async (of: Watched, requests: readonly Waiting[]): Promise<void> => {
    const { batch } = of;
    // It is remembered also if nobody waits for it any more.
    const never = new AbortController().signal;
    const rest = batchRest({ connection, headers: requests[0]!.request.headers, note, signal: never });
    try {
      const release = await store.claim(batch.name, never);
      try {
        await store.begun(batch);
        batch.id = await submitted(batch, requests, rest);
        await store.submitted(batch.name, batch.id);
      } finally {
        release();
      }
    } catch (error) {
      if (error instanceof ApiFailure && !MAY_BE_MADE.has(error.kind)) await store.dropped(batch.name);
      return failAll(of, wholeFailure(error));
    }
    note(
      `${requests.length} ${items} submitted to ${api.service} as batch ${batch.id}, answered within ${api.window}; ` +
        'Ctrl-C leaves them there, and the same command takes them up',
    );
    await follow(of);
  };
  const submitted = async (batch: OpenBatch, requests: readonly Waiting[], rest: Rest): Promise<string> => {
    const submission = {
      name: batch.name,
      path: requests[0]!.path,
      requests: requests.map(({ request }, i) => ({ id: requestId(batch.name, i), body: request.body! })),
      window: api.window,
    };
    for (let failed = 0; ; ) {
      try {
        const made = failed > 0 ? await protocol.find(await soughtOf(batch), rest) : undefined;
        return made ?? (await protocol.submit(submission, rest));
      } catch (error) {
        failed++;
        const mayPass = error instanceof ApiFailure && WORTH_TRYING.has(error.kind);
        const waitMs = mayPass ? (error.details.waitMs ?? backOff(failed, clock.random())) : 0;
        if (!mayPass || failed >= clock.tries || waitMs > LONGEST_ASKED_MS) throw error;
        note(`${error.message}; try ${failed + 1} of ${clock.tries} to submit a batch`);
        await clock.sleep(waitMs, closed);
      }
    }
  };

  /** Waits for the end of a batch and hands over its answers, until nobody waits for one. */
  const follow = async (of: Watched): Promise<void> => {
    if (of.isFollowed) return;
    of.isFollowed = true;
    try {
      while (of.waiting.size > 0) {
        const [first] = of.waiting.values();
        const signal = AbortSignal.any([closed, of.left.signal]);
        const rest = batchRest({ connection, headers: first!.request.headers, note, signal });
        of.batch.id ??= await recovered(of.batch, rest);
        if (of.batch.id === undefined) {
          const lost = [...of.waiting.values()];
          of.waiting.clear();
          lost.forEach(enqueue);
        } else await deliver(of, await endOf(of.batch.id, rest));
      }
    } catch (error) {
      failAll(of, wholeFailure(error));
    } finally {
      of.isFollowed = false;
    }
  };
  const endOf = async (id: string, rest: Rest): Promise<Exclude<BatchState, { at: 'work' }>> => {
    try {
      for (;;) {
        const state = await protocol.state(id, rest);
        if (state.at !== 'work') return state;
        await rest.wait();
      }
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.kind !== 'denied') throw error;
      const fix = 'use the key that it was submitted with, or leave out --batch-api and pay again';
      throw new ApiFailure('denied', `batch ${id}: ${error.message}`, { fix });
    }
  };
  /** The id of a batch whose process ended before it heard of it; undefined if it was never made. */
  const recovered = async (batch: OpenBatch, rest: Rest): Promise<string | undefined> => {
    const release = await store.claim(batch.name, closed);
    try {
      const id = await protocol.find(await soughtOf(batch), rest);
      await (id === undefined ? store.dropped(batch.name) : store.submitted(batch.name, id));
      return id;
    } finally {
      release();
    }
  };

  const deliver = async (
    { batch: { name, id }, waiting, handed }: Watched,
    state: Exclude<BatchState, { at: 'work' }>,
  ): Promise<void> => {
    if (state.at === 'refused') {
      await store.dropped(name);
      throw new ApiFailure('denied', `${api.service} refused batch ${id}: ${state.reason}`, {
        fix: 'correct what it names, then run the same command again: nothing of the batch was done or paid for',
      });
    }
    // Who comes while answers are read waits for the next reading.
    const asked = new Map(waiting);
    const undone = new Map([...asked.keys()].map((number) => [number, NOTHING]));
    await state.answers(({ id, status, body }) => {
      const number = numberOf(name, id);
      if (number === undefined) return;
      const text = JSON.stringify(body);
      if (status < 200 || status > 299) {
        if (!handed.has(number)) undone.set(number, { status, text });
        return;
      }
      undone.delete(number);
      if (!asked.delete(number)) return;
      handed.add(number);
      waiting.get(number)?.answer(status, text);
    });
    // They cost nothing, and are not to be found in this batch when they are sent again.
    await store.taken(name, [...undone.keys()]);
    if (state.cancelled && asked.size > 0)
      throw new ApiFailure('denied', `batch ${id} was cancelled`, {
        fix: `run the same command again to submit the ${asked.size} ${items} that it did not get to`,
      });
    let again = 0;
    for (const [number, { status, text }] of undone) {
      const each = waiting.get(number);
      if (each && status === NOT_DONE && ++each.tries < MOST_TRIES) {
        waiting.delete(number);
        enqueue(each);
        again++;
      } else each?.answer(status, text);
    }
    if (again > 0) note(`batch ${id} ended without ${again} of its ${items}; they are submitted again`);
  };
  return { submit, follow };
};

const NOTHING = { status: NOT_DONE, text: JSON.stringify(errorBody('its batch ended without an answer')) };

/** What is wrong with a whole batch is not the answer to one of its requests: it ends the work. */
const wholeFailure = (error: unknown): unknown => {
  if (!(error instanceof ApiFailure)) return error;
  const { fix = 'see to the service, then run the same command again: what was submitted is remembered' } =
    error.details;
  return new ApiFailure('denied', error.message, { fix });
};
