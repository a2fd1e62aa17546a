import { type Span, trimmed } from './span.js';

/** Tried in this order: paragraphs, lines, words, characters. */
const SEPARATORS = ['\n\n', '\n', ' ', ''] as const;

/**
 * Parts of a text of at most `size` characters (UTF-16 units), neighbours sharing at most `overlap`: cut between paragraphs, else lines, else
 * words, else characters. This is how MedRAG cut the textbooks of R2MED's MedQA-Diag (1,000 and 200).
 */
export const characterPieces = (text: string, size: number, overlap: number): readonly Span[] =>
  split(text, { start: 0, end: text.length }, 0, size, overlap);

const split = (text: string, span: Span, level: number, size: number, overlap: number): readonly Span[] => {
  const part = text.slice(span.start, span.end);
  let at = level;
  while (SEPARATORS[at] !== '' && !part.includes(SEPARATORS[at]!)) at++;
  const pieces: Span[] = [];
  let short: Span[] = [];
  const flush = (): void => {
    pieces.push(...merged(text, short, size, overlap));
    short = [];
  };
  for (const bit of between(part, span.start, SEPARATORS[at]!)) {
    if (bit.end - bit.start < size) short.push(bit);
    else {
      flush();
      if (SEPARATORS[at] === '') pieces.push(bit);
      else pieces.push(...split(text, bit, at + 1, size, overlap));
    }
  }
  flush();
  return pieces;
};

/** The parts of a text at a separator, which each part but the first begins with; without a separator its characters. */
function* between(part: string, offset: number, separator: string): Generator<Span> {
  let from = 0;
  while (from < part.length) {
    const begins = part.startsWith(separator, from);
    const cut =
      separator === ''
        ? afterCharacter(part, from)
        : part.indexOf(separator, from + (begins ? separator.length : 0));
    const end = cut < 0 ? part.length : cut;
    yield { start: offset + from, end: offset + end };
    from = end;
  }
}

const afterCharacter = (text: string, at: number): number => at + (text.codePointAt(at)! > 0xffff ? 2 : 1);

/** Neighbours joined while they fit; each next part begins with the last of them that are within the overlap. */
const merged = (text: string, bits: readonly Span[], size: number, overlap: number): readonly Span[] => {
  const pieces: Span[] = [];
  let first = 0;
  let total = 0;
  const add = (end: number): void => {
    const whole = end > first && trimmed(text, { start: bits[first]!.start, end: bits[end - 1]!.end });
    if (whole) pieces.push(whole);
  };
  bits.forEach((bit, i) => {
    const length = bit.end - bit.start;
    if (total + length > size) {
      add(i);
      while (total > overlap || (total + length > size && total > 0)) {
        total -= bits[first]!.end - bits[first]!.start;
        first++;
      }
    }
    total += length;
  });
  add(bits.length);
  return pieces;
};
