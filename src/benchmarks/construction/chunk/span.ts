/** A part of a text: `text.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const SPACE = /\s/;

export const isSpace = (character: string | undefined): boolean => {
  if (character === undefined) return false;
  const code = character.charCodeAt(0);
  return code < 128 ? code === 32 || (code >= 9 && code <= 13) : SPACE.test(character);
};

/** A span without the white space at its ends; undefined where nothing else is in it. */
export const trimmed = (text: string, span: Span): Span | undefined => {
  let { start, end } = span;
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return start < end ? { start, end } : undefined;
};

/** The parts of a span between cuts, without white space at their ends; empty ones are left out. */
export const cutAt = (text: string, span: Span, cuts: readonly number[]): readonly Span[] => {
  const edges = [span.start, ...cuts, span.end];
  return edges.slice(1).flatMap((end, i) => trimmed(text, { start: edges[i]!, end }) ?? []);
};
