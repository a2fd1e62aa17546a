/** A row of the summary: what this package is measured against, and one value per round. */
export interface SummaryRow {
  readonly against: string;
  readonly what: string;
  /** Such as "3 ×", "at most 1.6 ×" or "under 60 s". */
  readonly wanted: string;
  /** "×" by default. */
  readonly unit?: string;
  readonly values: readonly number[];
}

export interface Part {
  readonly name: string;
  readonly title: string;
  /** 5 by default. */
  readonly rounds?: number;
  readonly measure: (given: {
    readonly temporary: string;
    readonly rounds: number;
  }) => Promise<{ readonly text: string; readonly table: string; readonly summary: readonly SummaryRow[] }>;
}

export const measureParts: (
  folder: string,
  parts: readonly Part[],
  settings?: { readonly only?: readonly string[]; readonly rounds?: number; readonly peers?: string },
) => Promise<{ readonly printed: string; readonly failed: ReadonlyMap<string, string> }>;
