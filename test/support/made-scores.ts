import type { ScoredTask, SystemScores } from '../../src/analysis/comparison/index.js';

export interface MadeTask {
  readonly contentHash?: string;
  readonly missing?: 'zero' | 'skip';
  readonly ties?: string;
  readonly family?: string;
  readonly suite?: string;
  /** nDCG@10 by query. */
  readonly scores: Readonly<Record<string, number>>;
  /** Ranks of positives by query. */
  readonly ranks?: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
  readonly run?: ScoredTask['run'];
}

/** The scores of a system as its records would make them. */
export const madeScores = (name: string, tasks: Readonly<Record<string, MadeTask>>): SystemScores => ({
  name,
  tasks: new Map(Object.entries(tasks).map(([task, made]) => [task, madeTask(task, made)])),
});

const madeTask = (name: string, made: MadeTask): ScoredTask => ({
  task: {
    name,
    suite: made.suite ?? 'tests',
    contentHash: made.contentHash ?? 'hash',
    family: made.family ?? 'qa',
  },
  rule: { ties: made.ties ?? 'id-descending', missing: made.missing ?? 'zero' },
  queries: new Map(
    Object.entries(made.scores).map(([id, score]) => [
      id,
      { id, scores: { 'nDCG@10': score }, ranks: { ...(made.ranks?.[id] ?? {}) }, hits: 1 },
    ]),
  ),
  run: made.run ?? (async () => undefined),
});
