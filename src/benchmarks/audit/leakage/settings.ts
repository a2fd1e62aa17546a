import { type SettingValues, setting, settledSettings } from '../../../core/index.js';
import { NEAR_DUPLICATES } from '../../../evaluation/overlap/index.js';

/** Settings of a search for leaks. */
export const LEAKAGE = {
  runWords: setting.count('words of a run (n-gram)', 13),
  stockTexts: setting.count('a run that more texts have is a stock phrase and does not count', 10),
  share: setting.number(
    'share of its runs that must occur in another text for a text to count',
    0.2,
    NEAR_DUPLICATES.threshold,
  ),
  heldShare: setting.number(
    'share of the runs of another text that must occur in a text for the text to hold the other',
    0.6,
    NEAR_DUPLICATES.threshold,
  ),
  rewordedShare: setting.number(
    'share of the short runs (shingles) of one text that must occur in another for one to be the other reworded',
    0.3,
    NEAR_DUPLICATES.threshold,
  ),
  rewordedRuns: setting.count('short runs that two texts must share for one to be the other reworded', 5),
  fewestWords: setting.count('texts with fewer words are not looked for', 5),
  shingleWords: NEAR_DUPLICATES.words,
  threshold: NEAR_DUPLICATES.threshold,
  seed: NEAR_DUPLICATES.seed,
  examples: setting.count('findings that are shown of each figure', 10),
} as const;

/** Settings of a search for leaks. */
export interface LeakageOptions extends SettingValues<typeof LEAKAGE> {}

export type SettledLeakage = ReturnType<typeof settledLeakage>;

/** Checks settings and fills in the defaults. */
export const settledLeakage = (options: LeakageOptions) => settledSettings('leakage', LEAKAGE, options);
