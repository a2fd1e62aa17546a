import type { ScorePart, TextRange } from '../../core/index.js';
import type { Match } from './explanation.js';

interface Candidate extends Match {
  readonly order: number;
}

/** The places in a document's text that its score rests on; where two overlap, the stronger one stays. */
export const matchesIn = (parts: readonly ScorePart[]): readonly Match[] => {
  const candidates = collected(parts, 1)
    .filter(({ strength, range: [from, to] }) => strength > 0 && to > from)
    .map((match, order): Candidate => ({ ...match, order }))
    .sort((a, b) => b.strength - a.strength || a.range[0] - b.range[0] || a.order - b.order);
  const chosen: Match[] = [];
  const taken = occupied();
  for (const { order: _, ...match } of candidates) if (taken.take(match.range)) chosen.push(match);
  return chosen.sort((a, b) => a.range[0] - b.range[0]);
};

const collected = (parts: readonly ScorePart[], scale: number): readonly Match[] => {
  const most = parts.reduce((largest, { value }) => Math.max(largest, value), 0);
  if (most <= 0) return [];
  return parts.flatMap(({ name, value, ranges = [], from }) => {
    const strength = (scale * value) / most;
    if (strength <= 0) return [];
    return [
      ...ranges.map((range) => ({ range, part: name, strength })),
      ...(from ? collected(from.parts, strength) : []),
    ];
  });
};

/** Which characters are marked already. */
const occupied = () => {
  const marked = new Set<number>();
  return {
    take: ([from, to]: TextRange): boolean => {
      for (let at = from; at < to; at++) if (marked.has(at)) return false;
      for (let at = from; at < to; at++) marked.add(at);
      return true;
    },
  };
};
