import { type ListKind, PROFILE_MEASURES, type ProfileMeasure } from './list-profile.js';
import type { TaskProfile } from './profile-task.js';

/** The tasks of a suite or folder together. */
export interface GroupProfile {
  readonly tasks: readonly TaskProfile[];
  readonly totals: {
    readonly tasks: number;
    readonly queries: number;
    readonly documents: number;
    readonly positives: number;
    readonly positivesPerQuery: number;
    readonly safeguards: number;
  };
  /** Of the lists that every task has. */
  readonly means: readonly ListMeans[];
}

export interface ListMeans {
  readonly kind: ListKind;
  /** Every task's value weighted by its queries: what HAKARI-Bench's group pages print. */
  readonly queryWeighted: Readonly<Record<ProfileMeasure, number>>;
  /** Every task the same: what leaderboards print. */
  readonly taskMean: Readonly<Record<ProfileMeasure, number>>;
}

/** The profile of several tasks together. */
export const profileGroup = (tasks: readonly TaskProfile[]): GroupProfile => {
  const sum = (of: (task: TaskProfile) => number): number => tasks.reduce((all, task) => all + of(task), 0);
  const queries = sum((task) => task.queries);
  const positives = sum((task) => task.positives);
  const kinds = (tasks[0]?.lists ?? [])
    .map(({ kind }) => kind)
    .filter((kind) => tasks.every(({ lists }) => lists.some((list) => list.kind === kind)));
  const mean = (kind: ListKind, weightOf: (task: TaskProfile) => number): ListMeans['taskMean'] => {
    const weights = sum(weightOf);
    const of = (name: ProfileMeasure): number =>
      sum((task) => weightOf(task) * task.lists.find((list) => list.kind === kind)!.scores[name]) / weights;
    return Object.fromEntries(PROFILE_MEASURES.map((name) => [name, of(name)])) as ListMeans['taskMean'];
  };
  return {
    tasks,
    totals: {
      tasks: tasks.length,
      queries,
      documents: sum(({ documents }) => documents),
      positives,
      positivesPerQuery: queries > 0 ? positives / queries : 0,
      safeguards: sum(({ lists }) => lists.reduce((all, { safeguards }) => all + safeguards, 0)),
    },
    means: kinds.map((kind) => ({
      kind,
      queryWeighted: mean(kind, (task) => task.queries),
      taskMean: mean(kind, () => 1),
    })),
  };
};
