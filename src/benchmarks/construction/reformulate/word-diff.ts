/** A run of words that stays, goes or comes. `at` is the place in the old text, in words. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly words: readonly string[];
  readonly at: number;
}

/** The words of a text with the marks that belong to them. */
export const wordsOf = (text: string): readonly string[] => text.split(/\s+/u).filter(Boolean);

/** Texts beyond this are compared as wholes in their middle: the table of the comparison grows with the product of their lengths. */
const LONGEST = 4000;

/** The fewest words to remove and to add (longest common subsequence), in the order of the texts. */
export const wordDiff = (before: string, after: string): readonly DiffPart[] => {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++;
  const middle = changed(a.slice(start, a.length - end), b.slice(start, b.length - end), start);
  const same = (words: readonly string[], at: number): readonly DiffPart[] =>
    words.length > 0 ? [{ kind: 'same', words, at }] : [];
  return [...same(a.slice(0, start), 0), ...middle, ...same(a.slice(a.length - end), a.length - end)];
};

const changed = (a: readonly string[], b: readonly string[], offset: number): readonly DiffPart[] => {
  const parts: { kind: DiffPart['kind']; words: string[]; at: number }[] = [];
  const add = (kind: DiffPart['kind'], word: string, at: number): void => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.words.push(word);
    else parts.push({ kind, words: [word], at: at + offset });
  };
  if (a.length > LONGEST || b.length > LONGEST) {
    for (const [i, word] of a.entries()) add('removed', word, i);
    for (const word of b) add('added', word, a.length);
    return parts;
  }
  const lengths = commonLengths(a, b);
  const width = b.length + 1;
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length)
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add('same', a[i]!, i);
      i++;
      j++;
    } else if (
      j === b.length ||
      (i < a.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)
    )
      add('removed', a[i]!, i++);
    else add('added', b[j++]!, i);
  return parts;
};

/** For every pair of tails, the length of their longest common subsequence. */
const commonLengths = (a: readonly string[], b: readonly string[]): Uint16Array => {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  return lengths;
};

const SHOWN_BESIDE = 4;

/** A diff for people: `… swollen toe. [-Which of the following-] [+What+] is the most …`. Long runs that stay are cut. */
export const shownDiff = (parts: readonly DiffPart[]): string =>
  parts
    .map(({ kind, words }, i) => {
      if (kind === 'removed') return `[-${words.join(' ')}-]`;
      if (kind === 'added') return `[+${words.join(' ')}+]`;
      const head = i === 0 ? 0 : SHOWN_BESIDE;
      const tail = i === parts.length - 1 ? 0 : SHOWN_BESIDE;
      if (words.length <= head + tail + 1) return words.join(' ');
      return [...words.slice(0, head), '…', ...(tail > 0 ? words.slice(-tail) : [])].join(' ');
    })
    .join(' ');
