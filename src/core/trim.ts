/**
 * Text without the characters at its end that `one`, an expression for a single character, matches. Written as `+$` an
 * expression would look at each run inside the text once for each of its characters.
 */
export const trimmedEnd = (text: string, one: RegExp): string => {
  let end = text.length;
  while (end > 0 && one.test(text[end - 1]!)) end--;
  return text.slice(0, end);
};

/** Likewise at both ends. */
export const trimmedEnds = (text: string, one: RegExp): string => {
  const rest = trimmedEnd(text, one);
  let start = 0;
  while (start < rest.length && one.test(rest[start]!)) start++;
  return rest.slice(start);
};
