/** Something of this machine that `doctor` looked at. */
export interface Finding {
  readonly what: string;
  readonly state: 'ready' | 'missing';
  readonly found: string;
  /** What fixes it. */
  readonly fix?: string;
  /** Without it the work cannot go on; the exit code says so. */
  readonly needed: boolean;
}

export const findingLine = ({ what, state, found, fix }: Finding): string =>
  `${state === 'ready' ? '✓' : '–'} ${what.padEnd(14)} ${found}${fix ? `\n  ${' '.repeat(14)} Fix: ${fix}` : ''}`;
