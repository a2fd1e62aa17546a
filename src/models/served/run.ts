import { setMaxListeners } from 'node:events';
import { WorkError } from '../../core/index.js';
import type { EmbeddedBatch, Role } from '../embedder.js';
import { type Asking, ask, type Job, type Signals } from './ask.js';
import { type FailureKind, ServedFailure } from './failure.js';
import type { Preparing } from './prepare.js';
import { shareToKeep } from './reason.js';

type Batch = EmbeddedBatch<Float32Array>;

/** What became of a job: some of its texts are done, the others have to be asked for again in other jobs. */
interface Outcome {
  readonly batch: Batch;
  readonly again: readonly Job[];
}

export interface Run extends Asking {
  readonly preparing: Preparing;
  readonly shorten: boolean;
  readonly concurrency: number;
}

/** After a batch has had its tries, its parts get fewer. */
const TRIES_OF_PARTS = 2;

/**
 * So many texts in a row that fail are not all bad: something else is wrong, and asking on costs only time. The same
 * text, such as an empty one, counts once.
 */
const MOST_UNEMBEDDED = 20;

/** Failures that are not the texts' fault, and end everything. */
const FIXES: Partial<Record<FailureKind, string>> = {
  denied: 'check the address, the model and the key',
  unreachable: 'start the server, or correct the address; what is embedded is kept and not asked for twice',
  busy: 'wait and run again, with a lower concurrency: what is embedded is kept and not asked for twice',
};

/**
 * Works through the jobs, so many at a time, and gives what each brings. When something ends the work, requests under
 * way may still come home and their vectors are given before the error is thrown: they may have been paid for.
 */
export async function* runJobs(
  run: Run,
  jobs: Iterator<Job>,
  role: Role,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  const stopped = new AbortController();
  const left = new AbortController();
  const signals: Signals = {
    all: AbortSignal.any([signal, left.signal]),
    waits: AbortSignal.any([signal, left.signal, stopped.signal]),
  };
  // Every request listens to them; the default would warn of a leak from the eleventh on.
  setMaxListeners(0, signals.all, signals.waits);
  const again: Job[] = [];
  const underWay = new Set<Promise<{ readonly outcome?: Outcome; readonly error?: unknown }>>();
  const arrived: Outcome[] = [];
  let wrong: { readonly error: unknown } | undefined;

  const start = (job: Job): void => {
    const work = settle(run, job, role, signals).then(
      (outcome) => ({ outcome }),
      (error: unknown) => ({ error }),
    );
    underWay.add(work);
    void work.then(({ outcome, error }: { outcome?: Outcome; error?: unknown }) => {
      underWay.delete(work);
      if (outcome) arrived.push(outcome);
      else if (!wrong) {
        wrong = { error };
        stopped.abort(error);
      }
    });
  };
  const fill = (): void => {
    while (!wrong && underWay.size < run.concurrency) {
      const job = again.shift() ?? (jobs.next().value as Job | undefined);
      if (!job) return;
      start(job);
    }
  };

  try {
    signal.throwIfAborted();
    for (;;) {
      fill();
      if (!underWay.size && !arrived.length) break;
      if (!arrived.length) await Promise.race(underWay);
      for (const { batch, again: parts } of arrived.splice(0)) {
        again.unshift(...parts);
        // The next request goes out before this batch is stored.
        fill();
        if (batch.embedded.length || batch.failed.length) yield batch;
      }
    }
    if (wrong) throw wrong.error;
  } finally {
    left.abort(new Error('no longer wanted'));
  }
}

const settle = async (run: Run, job: Job, role: Role, signals: Signals): Promise<Outcome> => {
  const { memory, meter } = run;
  try {
    const vectors = await ask(run, job, role, signals);
    memory.unembedded.clear();
    for (const { cut } of job.items) if (cut) meter.cut(role);
    const embedded = job.items.map(({ place }, i) => ({ place, vector: vectors[i]! }));
    return { batch: { embedded, failed: [] }, again: [] };
  } catch (error) {
    if (!(error instanceof ServedFailure)) throw error;
    const fix = FIXES[error.kind];
    if (fix) throw new WorkError(error.message, error.details.fix ?? fix);
    const parts = smaller(run, job, error);
    if (parts.length) return { batch: { embedded: [], failed: [] }, again: parts };
    const { place, cut, sent } = job.items[0]!;
    if (cut) meter.cut(role);
    memory.unembedded.add(sent);
    if (memory.unembedded.size >= MOST_UNEMBEDDED)
      throw new WorkError(
        `${MOST_UNEMBEDDED} texts in a row were not embedded; the last one: ${error.message}`,
        'check the model and its settings; what is embedded is kept and not asked for twice',
      );
    return { batch: { embedded: [], failed: [{ place, reason: error.message }] }, again: [] };
  }
};

/** Halves, until one text is left; that one once more, shorter, if its length is what the service minds. */
const smaller = ({ preparing, shorten }: Run, { items }: Job, failure: ServedFailure): readonly Job[] => {
  if (items.length > 1) {
    const middle = Math.ceil(items.length / 2);
    return [items.slice(0, middle), items.slice(middle)].map((part) => ({
      items: part,
      tries: TRIES_OF_PARTS,
    }));
  }
  const [item] = items;
  const { tooLong } = failure.details;
  if (!item || tooLong === undefined || !shorten || item.shortened) return [];
  const shorter = preparing.shorter(item, shareToKeep(tooLong));
  return shorter.body ? [{ items: [shorter], tries: TRIES_OF_PARTS }] : [];
};
