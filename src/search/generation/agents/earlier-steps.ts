import { QUERY, RESULT, THINK } from './tags.js';

/** Search-o1 keeps all steps up to this number, else the first, the last ones, and those with tags. */
const FEW = 5;
const LAST = 4;

const MARKS = [QUERY.begin, QUERY.end, RESULT.begin, RESULT.end];

/** The reasoning so far, a numbered step per line, condensed for the reader of what a search found. */
export const earlierSteps = (text: string): string => {
  const steps = text
    .replaceAll(THINK.begin, '')
    .replaceAll(THINK.end, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, i) => `Step ${i + 1}: ${line}`);
  const isShown = (step: string, i: number): boolean =>
    steps.length <= FEW || i === 0 || i >= steps.length - LAST || MARKS.some((mark) => step.includes(mark));
  const shown = steps.map((step, i) => (isShown(step, i) ? step : '...'));
  return shown.filter((step, i) => step !== '...' || shown[i - 1] !== '...').join('\n\n');
};
