import type { TextRange } from '../../../core/index.js';

/** A text as sentences, by the rules of Unicode; shorter ones than two words say nothing by themselves. */
export const sentenceFinder = (): ((text: string) => readonly TextRange[]) => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  return (text) =>
    [...segmenter.segment(text)].flatMap(({ segment, index }) => {
      const start = index + segment.length - segment.trimStart().length;
      const sentence = segment.trim();
      return /\s/.test(sentence) ? [[start, start + sentence.length] as const] : [];
    });
};
