export interface TaskShape {
  readonly documents: number;
  readonly characters: number;
  readonly repeats: number;
  readonly queries: number;
  readonly queryCharacters: number;
}
export const writeTask: (
  folder: string,
  shape: TaskShape,
) => Promise<{ readonly folder: string; readonly documents: number }>;
