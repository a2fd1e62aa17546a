import type { ReleaseTask } from './release-task.js';

/** Counts of a task, as its card and manifest have them. */
export interface ReleaseStatistics {
  readonly task: string;
  readonly queries: number;
  readonly documents: number;
  readonly judgements: number;
  /** Relevant documents per query. */
  readonly relevant: { readonly least: number; readonly mean: number; readonly most: number };
  /** Pairs that the judges left open. */
  readonly excluded: number;
  /** Means, in characters. */
  readonly queryCharacters: number;
  readonly documentCharacters: number;
  readonly bodySystems: Readonly<Record<string, number>>;
  readonly withoutEvidence: number;
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const rounded = (value: number): number => Math.round(value * 100) / 100;

export const statisticsOf = ({
  name,
  queries,
  documents,
  withoutEvidence,
}: ReleaseTask): ReleaseStatistics => {
  const relevant = queries.map((query) => query.relevant.length);
  const systems = new Map<string, number>();
  for (const { item } of queries) {
    const system = item.bodySystem ?? 'not assigned';
    systems.set(system, (systems.get(system) ?? 0) + 1);
  }
  return {
    task: name,
    queries: queries.length,
    documents: documents.length,
    judgements: relevant.reduce((sum, count) => sum + count, 0),
    relevant: { least: Math.min(...relevant), mean: rounded(mean(relevant)), most: Math.max(...relevant) },
    excluded: queries.reduce((sum, { excluded }) => sum + excluded.length, 0),
    queryCharacters: rounded(mean(queries.map(({ text }) => text.length))),
    documentCharacters: rounded(mean(documents.map(({ text }) => text.length))),
    bodySystems: Object.fromEntries([...systems].sort(([a], [b]) => (a < b ? -1 : 1))),
    withoutEvidence: withoutEvidence.length,
  };
};
