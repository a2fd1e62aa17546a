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

/** What was found, and where it is not as it should be, what fixes it. */
export const finding = (
  what: string,
  isReady: boolean,
  found: string,
  fix?: string,
  needed = false,
): Finding => ({
  ...{ what, state: isReady ? 'ready' : 'missing', found },
  ...(!isReady && fix && { fix }),
  needed,
});

export const findingLine = ({ what, state, found, fix }: Finding): string =>
  `${state === 'ready' ? '✓' : '–'} ${what.padEnd(14)} ${found}${fix ? `\n  ${' '.repeat(14)} Fix: ${fix}` : ''}`;
