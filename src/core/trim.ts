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

/** The beginning of a text, for a quote of it. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;

/** A message that repeats no more of what it is about than a person reads: its beginning, its length and its end. */
export const bounded = (text: string, most = 2000): string => {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half).toWellFormed()}… (${text.length} characters) …${text.slice(-half).toWellFormed()}`;
};
