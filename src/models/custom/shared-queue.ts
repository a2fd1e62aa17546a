/** Something that does jobs, several at once. */
export interface QueueWorker<Job, Result> {
  /** Jobs that it has at once: what it works on, and what waits there so that it never pauses. */
  readonly most: number;
  do(job: Job): Promise<Result>;
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly settle: (result: Result) => void;
  readonly holders: Set<number>;
  done: boolean;
}

/**
 * One queue for several workers. A worker takes a job when it has room, so that a fast one does more. When nothing waits, an idle worker
 * does again what another has not finished, and the first result counts: the slowest costs no more than one job. Jobs of a worker that
 * ended (`isEnd`) go to the others; only without any left a job gets such a result.
 */
export const sharedQueue = <Job, Result>(
  workers: readonly QueueWorker<Job, Result>[],
  isEnd: (result: Result) => boolean,
): ((job: Job) => Promise<Result>) => {
  const alive = new Set(workers.keys());
  const held = workers.map(() => new Set<Waiting<Job, Result>>());
  const open = new Set<Waiting<Job, Result>>();
  const queue: Waiting<Job, Result>[] = [];

  const settle = (one: Waiting<Job, Result>, result: Result): void => {
    if (one.done) return;
    one.done = true;
    open.delete(one);
    one.settle(result);
  };
  const send = async (worker: number, one: Waiting<Job, Result>): Promise<void> => {
    one.holders.add(worker);
    held[worker]!.add(one);
    const result = await workers[worker]!.do(one.job);
    one.holders.delete(worker);
    held[worker]!.delete(one);
    if (!isEnd(result)) settle(one, result);
    else {
      alive.delete(worker);
      if (!one.done && one.holders.size === 0 && alive.size > 0) queue.unshift(one);
      if (alive.size === 0) for (const left of [...open]) settle(left, result);
    }
    pump();
    helpFrom(worker);
  };
  /** Work is near its end when a worker finishes what it had and nothing waits. */
  const helpFrom = (worker: number): void => {
    if (queue.length > 0 || held[worker]!.size > 0 || !alive.has(worker)) return;
    const late = [...open].find(({ holders }) => holders.size === 1);
    if (late) void send(worker, late);
  };
  const leastBusy = (): number | undefined =>
    [...alive]
      .filter((worker) => held[worker]!.size < workers[worker]!.most)
      .sort((a, b) => held[a]!.size - held[b]!.size)[0];
  const pump = (): void => {
    for (let worker = leastBusy(); worker !== undefined && queue.length > 0; worker = leastBusy())
      void send(worker, queue.shift()!);
  };
  return (job) =>
    new Promise((resolve) => {
      const one: Waiting<Job, Result> = { job, settle: resolve, holders: new Set(), done: false };
      open.add(one);
      queue.push(one);
      pump();
    });
};
