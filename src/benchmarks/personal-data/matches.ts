import type { Span } from './kind.js';

/**
 * Every match of a global expression as a span. An expression with a group finds what the group matched, which must be the end
 * of the match: what stands before it is the context that gives it away.
 */
export function* matches(
  text: string,
  expression: RegExp,
  reason: string,
  accept: (found: string, match: RegExpMatchArray) => boolean = () => true,
): Iterable<Span> {
  for (const match of text.matchAll(expression)) {
    const found = match[1] ?? match[0];
    const end = match.index + match[0].length;
    if (found !== '' && accept(found, match)) yield { start: end - found.length, end, reason };
  }
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '');
