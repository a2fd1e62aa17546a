/**
 * SentencePiece's precompiled normalisation table: a trie over UTF-8 bytes (a double array, as darts-clone lays it out)
 * whose values are places in a list of replacements that end in a zero byte.
 */
export const charsmap = (base64: string): ((text: string) => string) => {
  const bytes = Buffer.from(base64, 'base64');
  const size = bytes.readUInt32LE(0);
  const units = Uint32Array.from({ length: size / 4 }, (_, i) => bytes.readUInt32LE(4 + 4 * i));
  const replacements = bytes.subarray(4 + size);

  /** What represents a piece of text: the replacement of the shortest entry that begins it, as in the Rust program. */
  const replacement = (piece: string): string | undefined => {
    let place = offset(units[0]!);
    for (const byte of Buffer.from(piece)) {
      if (byte === 0) return undefined;
      place ^= byte;
      const unit = units[place]!;
      if (label(unit) !== byte) return undefined;
      place ^= offset(unit);
      if (hasLeaf(unit)) {
        const start = value(units[place]!);
        return replacements.toString('utf8', start, replacements.indexOf(0, start));
      }
    }
    return undefined;
  };

  const known = new Map<string, string>();
  const ofCluster = (cluster: string): string => {
    const before = known.get(cluster);
    if (before !== undefined) return before;
    // Longer clusters are not in the table as a whole: six bytes are the program's limit.
    const whole = Buffer.byteLength(cluster) < 6 ? replacement(cluster) : undefined;
    const after = whole ?? Array.from(cluster, (character) => replacement(character) ?? character).join('');
    if (known.size < MOST_KNOWN) known.set(cluster, after);
    return after;
  };

  const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const slowly = (text: string): string =>
    Array.from(clusters.segment(text), ({ segment }) => ofCluster(segment)).join('');
  const plainAscii = ASCII.every((character) => replacement(character) === undefined);
  // Printable ASCII stays as it is unless the table folds case; the last one may carry an accent that follows.
  return plainAscii ? (text) => text.replace(NOT_PLAIN, slowly) : slowly;
};

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i));
const NOT_PLAIN = /[\x20-\x7e]?[^\x20-\x7e]+/g;
/** Clusters remembered, so that text of many scripts does not grow the memory without end. */
const MOST_KNOWN = 50_000;

const hasLeaf = (unit: number): boolean => ((unit >>> 8) & 1) === 1;
const value = (unit: number): number => unit & 0x7fffffff;
const label = (unit: number): number => (unit & 0x800000ff) >>> 0;
const offset = (unit: number): number => (unit >>> 10) << ((unit & 0x200) >>> 6);
