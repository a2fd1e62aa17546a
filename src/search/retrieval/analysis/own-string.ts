const CHUNK = 4096;
/** V8 copies shorter slices (`SlicedString::kMinLength`). */
const SHORTEST_SHARED = 13;

/**
 * `text.slice(start, end)` that owns its characters. An engine may let a slice point into the text it was cut from,
 * and a term kept by an index would then keep its whole document in memory.
 */
export const ownString = (text: string, start: number, end: number): string => {
  if (end - start < SHORTEST_SHARED) return text.slice(start, end);
  let own = '';
  for (let from = start; from < end; from += CHUNK) {
    const units = new Uint16Array(Math.min(CHUNK, end - from));
    for (let i = 0; i < units.length; i++) units[i] = text.charCodeAt(from + i);
    own += String.fromCharCode.apply(null, units as unknown as number[]);
  }
  return own;
};
