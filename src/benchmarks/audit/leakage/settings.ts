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
