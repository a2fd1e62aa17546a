import type { ValuesOf } from './flags/index.js';

/** What of an entry decides whether it is listed. */
interface FilteredEntry {
  readonly parameters?: number | null | undefined;
  readonly licence?: string | undefined;
  readonly trainedOn?: readonly string[] | undefined;
}

/** The entries that flags ask for. What is not known of an entry is no reason to list it. */
export const filtered = <Entry extends FilteredEntry>(
  entries: readonly Entry[],
  { licence, maxParameters, notTrainedOn }: ValuesOf<'licence maxParameters notTrainedOn'>,
): readonly Entry[] =>
  entries.filter(
    (entry) =>
      (licence === undefined || entry.licence === licence.toLowerCase()) &&
      (maxParameters === undefined || (entry.parameters ?? Number.POSITIVE_INFINITY) <= maxParameters) &&
      (notTrainedOn === undefined || (entry.trainedOn && !entry.trainedOn.some(isNamed(notTrainedOn)))),
  );

const isNamed =
  (wanted: string) =>
  (name: string): boolean =>
    name.toLowerCase() === wanted.toLowerCase();
