import { scoreText } from '../leaderboard/index.js';

/** 512 B, 4.1 kB, 23.4 MB. */
export const bytes = (count: number): string => {
  if (count < 1000) return `${count} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(count) / 3), units.length);
  return `${(count / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
};

/** A score as R2MED prints it: times 100, two decimals. */
export const percent = scoreText;
