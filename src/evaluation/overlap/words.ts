/** Scripts that are written without spaces: Thai to Tibetan, Burmese, Khmer, kana, ideographs. */
const UNSPACED =
  /[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3fffd}]/gu;

/** Letters, marks and digits. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The words of a text for finding what is nearly the same: compatible forms made one (NFKC), lower case, runs of letters,
 * marks and digits; punctuation and spaces play no part. Where a script has no spaces, each character is a word.
 */
export const words = (text: string): readonly string[] =>
  text.normalize('NFKC').toLowerCase().replace(UNSPACED, ' $& ').match(WORD) ?? [];
