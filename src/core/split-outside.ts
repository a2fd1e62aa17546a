/** The parts between the separators that stand outside brackets and quotes; undefined when those do not match up. */
export const splitOutside = (text: string, separator: '>' | ','): readonly string[] | undefined => {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const at = text[i];
    if (at === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (at === '(') depth++;
    else if (at === ')') depth--;
    else if (at === separator && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
    if (depth < 0) return undefined;
  }
  return depth === 0 && !quoted ? [...parts, text.slice(from)] : undefined;
};
