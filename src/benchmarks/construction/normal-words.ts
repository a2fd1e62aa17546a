const ARTICLES = ['a', 'an', 'the'];

/** The words of a text without case, marks, accents and its first article: what two ways of writing one answer share. */
export const normalWords = (text: string): readonly string[] => {
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      // Signs that carry meaning between a number and its unit stay words of their own.
      .match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*|[%<>+]/gu) ?? [];
  // Further in it is no article: hepatitis A, vitamin A.
  return words.length > 1 && ARTICLES.includes(words[0]!) ? words.slice(1) : words;
};

/** Whether two texts are the same answer, written in two ways. */
export const isSameAnswer = (a: string, b: string): boolean => {
  const [left, right] = [normalWords(a).join(' '), normalWords(b).join(' ')];
  return left !== '' && left === right;
};

/** Whether the words of a phrase occur in a text, one behind the other. */
export const holdsPhrase = (text: string, phrase: string): boolean => {
  const words = normalWords(phrase);
  return words.length > 0 && ` ${normalWords(text).join(' ')} `.includes(` ${words.join(' ')} `);
};
