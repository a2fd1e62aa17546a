import type { Match } from '../../experiment/record/index.js';

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The stretch of a text with the most matched weight, at most so many characters. Words stay whole. The beginning, where that is as good. */
export const snippetOf = (text: string, matches: readonly Match[], room: number): Stretch => {
  if (text.length <= room) return { from: 0, to: text.length };
  const lead = Math.floor(room / 8);
  let best = { from: 0, weight: weightIn(matches, 0, room) };
  for (const { range } of matches) {
    if (range[0] <= room - lead) continue;
    const from = Math.min(range[0] - lead, text.length - room);
    const weight = weightIn(matches, from, from + room);
    if (weight > best.weight) best = { from, weight };
  }
  const from = best.from === 0 ? 0 : wordAfter(text, best.from);
  return { from, to: wordBefore(text, from, Math.min(text.length, from + room)) };
};

/** Each part counts once: a word that is repeated ten times says no more than once. */
const weightIn = (matches: readonly Match[], from: number, to: number): number => {
  const parts = new Map<string, number>();
  for (const { range, part, strength } of matches)
    if (range[0] >= from && range[1] <= to) parts.set(part, Math.max(parts.get(part) ?? 0, strength));
  return [...parts.values()].reduce((sum, strength) => sum + strength, 0);
};

/** Words longer than this are none, and are broken. */
const LONGEST_WORD = 60;

const wordBefore = (text: string, from: number, to: number): number => {
  if (to === text.length) return to;
  const least = Math.max(from, to - LONGEST_WORD);
  const space = text.slice(least, to + 1).search(/\s\S*$/);
  return space < 0 ? to : least + space;
};

const wordAfter = (text: string, at: number): number => {
  const space = text.slice(at, at + LONGEST_WORD).search(/\s/);
  return space < 0 ? at : at + space + 1;
};
