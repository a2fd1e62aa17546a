/** Shingles of texts, by the number of the text. */
export interface ShingledTexts {
  readonly size: number;
  shinglesAt(text: number): Uint32Array;
}

/** Two texts of which a good part is the same. */
export interface SharedShingles {
  /** One of those that were asked for. */
  readonly text: number;
  readonly other: number;
  /** The shared ones as a share of those of the text that has fewer. */
  readonly share: number;
}

export interface SharingRule {
  /** Share of the shingles of one of both texts. */
  readonly share: number;
  readonly fewest: number;
  /** A shingle that more texts have is a stock phrase, and does not count. */
  readonly mostTexts: number;
}

/** The texts that share many shingles with one of some: a part of one text is in the other, or every few words are other ones. */
export const sharedShingles = (
  { size, shinglesAt }: ShingledTexts,
  wanted: ReadonlySet<number>,
  { share: leastShare, fewest, mostTexts }: SharingRule,
): readonly SharedShingles[] => {
  const owners = new Map<number, { texts: number[]; count: number }>();
  for (const text of wanted)
    for (const shingle of shinglesAt(text)) {
      const own = owners.get(shingle);
      if (own) own.texts.push(text);
      else owners.set(shingle, { texts: [text], count: 0 });
    }
  for (let text = 0; text < size; text++)
    for (const shingle of shinglesAt(text)) {
      const own = owners.get(shingle);
      if (own) own.count += 1;
    }
  const found: SharedShingles[] = [];
  for (let other = 0; other < size; other++) {
    const shared = new Map<number, number>();
    const shingles = shinglesAt(other);
    for (const shingle of shingles) {
      const own = owners.get(shingle);
      if (own && own.count <= mostTexts)
        for (const text of own.texts) if (text !== other) shared.set(text, (shared.get(text) ?? 0) + 1);
    }
    for (const [text, count] of shared) {
      if (count < fewest) continue;
      const share = count / Math.min(shingles.length, shinglesAt(text).length);
      if (share >= leastShare) found.push({ text, other, share });
    }
  }
  return found;
};
