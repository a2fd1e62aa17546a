import type { Task } from '../../../core/index.js';

/** What scores of a system moved by, from one version of a task to the next. */
export interface ScoreMove {
  readonly task: string;
  readonly system: string;
  readonly before: number;
  readonly after: number;
}

/** What a record says, as far as it is compared here. */
export interface ScoredRecord {
  readonly system: string;
  readonly task: { readonly contentHash: string };
  readonly scores: Readonly<Record<string, number>>;
}

/** Systems that were run on both versions of a task, which are told by their content. */
export const scoreMoves = (
  before: ReadonlyMap<string, Task>,
  after: ReadonlyMap<string, Task>,
  records: readonly ScoredRecord[],
  measure: string,
): readonly ScoreMove[] =>
  [...after].flatMap(([task, now]) => {
    const earlier = before.get(task);
    if (!earlier) return [];
    const on = ({ contentHash }: Task) =>
      new Map(
        records
          .filter((record) => record.task.contentHash === contentHash && record.scores[measure] !== undefined)
          .map((record) => [record.system, record.scores[measure]!]),
      );
    const [old, fresh] = [on(earlier), on(now)];
    return [...old].flatMap(([system, score]) =>
      fresh.has(system) ? [{ task, system, before: score, after: fresh.get(system)! }] : [],
    );
  });
