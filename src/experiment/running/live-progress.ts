import { existsSync } from 'node:fs';
import type { Progress, Run, Task, Tools } from '../../core/index.js';
import { evaluate, type Measure, valuesOf } from '../../evaluation/measures/index.js';
import { interval } from '../../evaluation/statistics/index.js';
import { removeEmptyNow, thisHolder } from '../../platform/node/index.js';
import { incompleteText, type LiveRun, type LiveWork, type Result } from '../record/index.js';
import { removeLeftRuns, removeLiveRun, writeLiveRun } from '../results/index.js';

/** Calls while systems run. `system` is the name that the plan gave it. */
export interface RunWatcher {
  began(system: string, task: Task): void;
  /** Rankings so far; called after every batch of queries. */
  answered(system: string, task: Task, run: Run): void;
  ended(system: string, task: Task, result: Result): void;
  failed(system: string, task: Task, error: unknown): void;
}

/** What a run says of itself while it works. */
interface LiveProgressOptions {
  readonly out: string;
  readonly systems: readonly string[];
  /** The measure whose scores are shown. */
  readonly measure: Measure;
  /** Without secrets. */
  readonly command: string;
  spending(): LiveRun['spending'];
}

/** Tools and a watcher that pass on what happens; `close` takes the description back. */
interface LiveProgress {
  readonly tools: Tools;
  readonly watcher: RunWatcher;
  /** From now on the run is described; before, its tasks are not known. */
  begin(tasks: readonly Task[]): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between two writes, and at most, for those who cannot look at the process. */
const EVERY = 500;
const AT_LEAST_EVERY = 60_000;
const NOTES = 40;
/** Draws of an interval that is gone a moment later. */
const SAMPLES = 1000;

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/**
 * Describes a run in its results folder, for those who look at it meanwhile. Writing fails silently: a run does not depend on being watched.
 */
export const liveProgress = (tools: Tools, options: LiveProgressOptions): LiveProgress => {
  const { out, systems, measure } = options;
  const startedAt = new Date().toISOString();
  const holder = thisHolder('run') as unknown as LiveRun['holder'];
  const work = new Map<string, Mutable<LiveWork>>();
  const notes: string[] = [];
  const now = {
    running: '',
    since: 0,
    partial: undefined as (() => LiveWork['scores']) | undefined,
    suite: '',
  };
  const writing = {
    last: Promise.resolve(),
    timer: undefined as NodeJS.Timeout | undefined,
    sign: undefined as NodeJS.Timeout | undefined,
    closed: true,
    wasThere: true,
  };

  const described = (): LiveRun => {
    const current = work.get(now.running);
    if (current && now.partial) current.scores = now.partial();
    if (current) current.seconds = (tools.now() - now.since) / 1000;
    return {
      version: 1,
      pid: process.pid,
      holder,
      startedAt,
      updatedAt: new Date().toISOString(),
      command: options.command,
      suite: now.suite,
      measure: measure.name,
      work: [...work.values()],
      spending: options.spending(),
      notes: notes.slice(-NOTES),
    };
  };
  const write = (): void => {
    writing.timer = undefined;
    if (!writing.closed) writing.last = writeLiveRun(out, described()).catch(() => {});
  };
  const changed = (): void => {
    writing.timer ??= setTimeout(() => void writing.last.then(write), EVERY).unref();
  };
  /** A run that left nothing leaves no folder either. */
  const takeBack = (): void => {
    removeLiveRun(out, { holder });
    if (!writing.wasThere) removeEmptyNow(out);
  };
  const set = (system: string, task: string, change: Partial<Mutable<LiveWork>>): void => {
    Object.assign(work.get(keyOf(system, task)) ?? {}, change);
    changed();
  };

  return {
    tools: {
      ...tools,
      note: (line) => {
        notes.push(line);
        changed();
        tools.note(line);
      },
      progress: (label, total) =>
        watched(tools.progress(label, total), label, total, (step) => {
          const current = work.get(now.running);
          if (current) current.step = step;
          changed();
        }),
    },
    watcher: {
      began: (system, task) => {
        now.running = keyOf(system, task.name);
        now.since = tools.now();
        now.partial = undefined;
        set(system, task.name, { state: 'running' });
      },
      answered: (system, task, run) => {
        now.partial = () => scoresSoFar(run, task, measure);
        set(system, task.name, { answered: run.size });
      },
      ended: (system, task, { record }) => {
        now.running = '';
        const { [measure.name]: mean } = record.scores;
        const ends = record.intervals[measure.name];
        for (const each of work.values()) if (each.system === system) each.name = record.name;
        delete work.get(keyOf(system, task.name))?.step;
        set(system, task.name, {
          state: record.incomplete ? 'incomplete' : 'done',
          answered: record.task.queries,
          seconds: record.timings.open + record.timings.search,
          ...(record.incomplete && { reason: incompleteText(record.incomplete) }),
          ...(mean !== undefined && {
            scores: { [measure.name]: { mean, ...(ends && { interval: ends }) } },
          }),
        });
      },
      failed: (system, task, error) => {
        now.running = '';
        const reason = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;
        set(system, task.name, { state: 'failed', reason });
      },
    },
    begin: async (tasks) => {
      now.suite = tasks[0]?.suite ?? '';
      for (const { name: task, queries } of tasks)
        for (const system of systems)
          work.set(keyOf(system, task), { system, task, state: 'waiting', queries: queries.length });
      writing.wasThere = existsSync(out);
      writing.closed = false;
      // A second Ctrl-C ends the process without `close`.
      process.once('exit', takeBack);
      await removeLeftRuns(out).catch(() => {});
      writing.sign = setInterval(changed, AT_LEAST_EVERY).unref();
      write();
    },
    close: async () => {
      writing.closed = true;
      clearTimeout(writing.timer);
      clearInterval(writing.sign);
      await writing.last;
      process.off('exit', takeBack);
      takeBack();
    },
  };
};

const keyOf = (system: string, task: string): string => JSON.stringify([system, task]);

/** Passes a step on, and tells each time how far it is. */
const watched = (
  progress: Progress,
  label: string,
  total: number | undefined,
  tell: (step: NonNullable<LiveWork['step']>) => void,
): Progress => {
  const step = { label, done: 0, ...(total !== undefined && { total }) };
  tell({ ...step });
  return {
    advance: (by = 1, fromCache) => {
      step.done += by;
      tell({ ...step });
      progress.advance(by, fromCache);
    },
    status: (status) => {
      Object.assign(step, { status });
      tell({ ...step });
      progress.status(status);
    },
    done: () => progress.done(),
  };
};

/** The mean over the queries that were answered, with its interval. */
const scoresSoFar = (run: Run, { judgements }: Task, measure: Measure): LiveWork['scores'] => {
  const answered = new Map([...judgements].filter(([query]) => run.has(query)));
  if (answered.size === 0) return undefined;
  const evaluation = evaluate(run, answered, [measure]);
  const { low, high } = interval(valuesOf(evaluation, measure), { samples: SAMPLES });
  return { [measure.name]: { mean: evaluation.means[measure.name]!, interval: [low, high] } };
};
