import type { Tally } from './tally.js';

/** The highest score; the rubrics say what each means. */
export const HIGHEST = 10;

/** A number that is not part of a word, of a longer number or of a negative one; "B12" and "7-8" hold none. */
const NUMBER = String.raw`(?<![\p{L}\p{N}.,-])(\d{1,6}(?:\.\d{1,9})?)(?![\p{L}\p{N}-]|[.,]\d)`;
const LONE = new RegExp(NUMBER, 'gu');
/** "Score: 8", "**Score**: 8/10", `"score": 8`, "<score>8". */
const LABELLED = new RegExp(String.raw`score[*_"'\s]{0,4}[:=>][*_"'\s]{0,4}${NUMBER}`, 'giu');
/** "Score: N/A": there is none, whatever other number the answer has. */
const NO_SCORE =
  /score[*_"'\s]{0,4}[:=>][*_"'\s]{0,4}(?:nan|n\/a|none|null|undefined|unknown)(?![\p{L}\p{N}])/iu;
const OUT_OF_TEN = /\s{0,2}(?:\/|out\sof)\s{0,2}10(?!\d)/g;
const OUT_OF_HUNDRED = /\s{0,2}(?:\/|out\sof)\s{0,2}100(?!\d)/g;

/**
 * The score from 0 to 10, or to `highest`, that an answer gives: the last one that is called a score, or the only number there is. Undefined, and
 * counted, when that is not plain or not on the scale.
 */
export const readScore = (answer: string, tally: Tally, highest = HIGHEST): number | undefined => {
  const text = answer.replace(highest === 100 ? OUT_OF_HUNDRED : OUT_OF_TEN, '');
  const labelled = [...text.matchAll(LABELLED)].at(-1)?.[1];
  const lone = new Set([...text.matchAll(LONE)].map(([, digits]) => Number(digits)));
  const only = lone.size === 1 && !NO_SCORE.test(text) ? [...lone][0]! : Number.NaN;
  const score = labelled === undefined ? only : Number(labelled);
  if (isOnScale(score, highest)) return score;
  tally.unparsed += 1;
  return undefined;
};

/** `"[3]": 7`, and what models make of it: other quotes, no brackets. A number at the very end may be half of one. */
const ENTRY =
  /["'“”]?\[?(\d{1,6})\]?["'“”]?\s{0,3}:\s{0,3}["']?(-?\d{1,6}(?:\.\d{1,9})?)(?:\s?\/\s?10)?["']?(?=\s{0,9}[,;}\]\n<])/g;

/**
 * The scores from 0 to 10 that an answer gives to `count` documents, by place; undefined where it gives none. Read are the last
 * answer tags, or without tags the last thing in braces. Of a document named twice the last score counts, as in JSON.
 * Undefined, and counted, when there is no score at all.
 */
export const readScores = (
  answer: string,
  count: number,
  tally: Tally,
): readonly (number | undefined)[] | undefined => {
  const scores = new Array<number | undefined>(count).fill(undefined);
  const named = new Set<number>();
  for (const [, number, value] of answered(answer).matchAll(ENTRY)) {
    const place = Number(number) - 1;
    if (place < 0 || place >= count) {
      tally.unknown += 1;
      continue;
    }
    if (named.has(place)) tally.repeated += 1;
    named.add(place);
    scores[place] = isOnScale(Number(value)) ? Number(value) : undefined;
  }
  const missing = scores.filter((score) => score === undefined).length;
  if (missing === count) {
    tally.unparsed += 1;
    return undefined;
  }
  tally.missing += missing;
  return scores;
};

const answered = (answer: string): string => {
  const tag = answer.lastIndexOf('<answer>');
  const end = answer.indexOf('</answer>', tag);
  // With the closing tag's first character, which shows that the number before it is whole.
  if (tag >= 0) return answer.slice(tag, end < 0 ? undefined : end + 1);
  const brace = answer.lastIndexOf('{');
  return brace >= 0 ? answer.slice(brace) : '';
};

const isOnScale = (score: number, highest = HIGHEST): boolean => score >= 0 && score <= highest;
