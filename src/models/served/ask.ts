import { WorkError } from '../../core/index.js';
import { persistently } from '../../machine/index.js';
import type { Role } from '../embedder.js';
import { type Endpoints, LEFT_OUT_MS } from './endpoints.js';
import { type FailureKind, ServedFailure } from './failure.js';
import type { Meter } from './meter.js';
import type { Item } from './prepare.js';
import { request, type Service } from './request.js';
import { unitVector } from './vector.js';

/** Texts that go in one request, and how often they are tried when it may be their fault that it fails. */
export interface Job {
  readonly items: readonly Item[];
  readonly tries: number;
}

export interface Signals {
  /** Ends requests. */
  readonly all: AbortSignal;
  /** Ends waiting: nothing new is asked. */
  readonly waits: AbortSignal;
}

/** What an embedder remembers from request to request. */
export interface Memory {
  /** Of the first vectors, or demanded from the start. */
  dimensions: number | undefined;
  successes: number;
  /** Requests in a row to which no answer came. */
  unanswered: number;
  /** Different texts that the service did not embed, since it last embedded one. */
  readonly unembedded: Set<string>;
}

export interface Asking {
  readonly service: Service;
  readonly endpoints: Endpoints;
  readonly meter: Meter;
  readonly memory: Memory;
  readonly normalise: boolean;
  note(line: string): void;
}

const WORTH_TRYING: ReadonlySet<FailureKind> = new Set([
  'unreachable',
  'silent',
  'busy',
  'broken',
  'unusable',
]);

/** Failures that the texts may have brought about. */
const PERHAPS_THE_TEXTS: ReadonlySet<FailureKind> = new Set(['silent', 'broken', 'unusable']);

/** An answer that cannot be used will often be the same again. */
const TRIES_OF_UNUSABLE = 2;

/** Then nobody is there, whatever the texts are. */
const MOST_UNANSWERED = 20;

/** Services count requests by the minute, and some by the hour; nobody waits for the latter. */
const LONGEST_ASKED_MS = 300_000;

/** The vectors of one request's texts, in their order; tried again while that may help. */
export const ask = async (
  { service, endpoints, meter, memory, normalise, note }: Asking,
  { items, tries }: Job,
  role: Role,
  signals: Signals,
): Promise<readonly Float32Array[]> => {
  const texts = items.map(({ sent }) => sent);
  const estimate = items.reduce((sum, { tokens }) => sum + tokens, 0);
  let last: string | undefined;
  let failed = 0;
  let successesBefore = memory.successes;

  const attempt = async (): Promise<readonly Float32Array[]> => {
    const lease = await endpoints.take(signals.waits, last);
    last = lease.endpoint;
    let giveBack = (): void => {};
    let counted = false;
    try {
      giveBack = meter.reserve(estimate);
      const { vectors, tokens } = await request(service, lease.endpoint, texts, role, signals.all);
      meter.spend(tokens ?? estimate);
      counted = true;
      memory.unanswered = 0;
      checkSizes(vectors, memory, lease.endpoint);
      lease.answered();
      memory.successes++;
      return normalise ? vectors.map(unitVector) : vectors;
    } catch (error) {
      if (error instanceof ServedFailure) {
        // It was answered, so it was worked on; what it cost is not known.
        if (error.kind === 'unusable' && !counted) meter.spend(estimate);
        if (!WORTH_TRYING.has(error.kind)) lease.answered();
        else if (lease.failed(error.details.waitMs))
          note(`${lease.endpoint} fails again and again; left out for ${LEFT_OUT_MS / 1000} s`);
        countUnanswered(error, memory);
      }
      throw error;
    } finally {
      giveBack();
      lease.release();
    }
  };

  return persistently(attempt, {
    patience: service.clock,
    signal: signals.waits,
    longestAskedMs: LONGEST_ASKED_MS,
    note,
    setback: (error) => {
      if (!(error instanceof ServedFailure) || !WORTH_TRYING.has(error.kind)) return undefined;
      if (PERHAPS_THE_TEXTS.has(error.kind)) failed++;
      if (failed >= (error.kind === 'unusable' ? Math.min(tries, TRIES_OF_UNUSABLE) : tries))
        return undefined;
      // While others get through, being told to wait is no failure.
      const progressed = error.kind === 'busy' && memory.successes > successesBefore;
      successesBefore = memory.successes;
      const waitMs = last !== undefined && endpoints.another(last) ? 0 : error.details.waitMs;
      return { waitMs, progressed };
    },
  });
};

const checkSizes = (vectors: readonly Float32Array[], memory: Memory, endpoint: string): void => {
  const wanted = memory.dimensions ?? vectors[0]!.length;
  const wrong = vectors.find(({ length }) => length !== wanted);
  if (wrong)
    throw new ServedFailure(
      'unusable',
      `${endpoint} answered with a vector of ${wrong.length} numbers instead of ${wanted}`,
    );
  memory.dimensions = wanted;
};

const countUnanswered = ({ kind, message }: ServedFailure, memory: Memory): void => {
  if (kind !== 'silent' && kind !== 'unreachable') {
    memory.unanswered = 0;
    return;
  }
  memory.unanswered++;
  if (memory.unanswered >= MOST_UNANSWERED)
    throw new WorkError(
      `${memory.unanswered} requests in a row were not answered; the last one: ${message}`,
      'see whether the server is well and run again: what is embedded is kept and not asked for twice',
    );
};
