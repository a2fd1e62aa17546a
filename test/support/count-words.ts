import { docId, documentBlock } from '../../src/core/index.js';
import {
  countTokens,
  type TextRanges,
  type Tokenized,
} from '../../src/search/retrieval/bm25/count-tokens.js';

/** Texts as a thread takes them. */
export const textRanges = (...texts: readonly string[]): TextRanges => {
  const { text, ranges } = documentBlock(
    texts.map((each) => ({ id: docId('d'), text: each })),
    (document) => document.text,
  );
  return { text, ranges };
};

/** A thread that counts what is between spaces. */
export const countWords = (): ((texts: readonly string[]) => Tokenized) => {
  const count = countTokens((number) => (text, start, end, found) => {
    for (const word of text.slice(start, end).split(' ')) if (word !== '') found(number(word));
  });
  return (texts) => count(textRanges(...texts));
};
