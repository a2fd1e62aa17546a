import { findLeakage, type TextCollection } from '../src/audit/leakage/index.js';
import { random } from '../src/core/index.js';
import { jaccard, shingles } from '../src/overlap/index.js';
import type { LeakagePart } from '../src/record/index.js';
import { type MadeCase, madeCases, pickFrom } from './made-cases.js';

/** Makes another text of a case, as it might be found elsewhere. */
type Plant = (own: MadeCase, draw: () => number, others: readonly MadeCase[]) => string;

const textOf = (sentences: readonly string[]): string => sentences.join(' ');

/** A word more or less than half, as letters. */
const madeWord = (draw: () => number): string =>
  Array.from({ length: 4 + Math.floor(draw() * 5) }, () => pickFrom(draw)([...'aeioubcdfghklmnprstvz'])).join(
    '',
  );

const changed =
  (share: number): Plant =>
  ({ sentences }, draw) => {
    const words = textOf(sentences).split(' ');
    const places = shuffled(
      words.map((_, i) => i),
      draw,
    ).slice(0, Math.round(share * words.length));
    for (const place of places) words[place] = madeWord(draw);
    return words.join(' ');
  };

const shuffled = <T>(list: readonly T[], draw: () => number): readonly T[] =>
  list
    .map((item) => ({ item, key: draw() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

const between = (middle: string, draw: () => number, others: readonly MadeCase[]): string => {
  const [before, after] = [pickFrom(draw)(others), pickFrom(draw)(others)];
  return `${textOf(before.sentences)} ${middle} ${textOf(after.sentences)}`;
};

/** What is planted, and whether a search for leaks should find it. */
export const PLANTS: readonly { readonly kind: string; readonly isLeak: boolean; readonly plant?: Plant }[] =
  [
    { kind: 'copy', isLeak: true, plant: ({ sentences }) => textOf(sentences) },
    {
      kind: 'other case, punctuation, spaces',
      isLeak: true,
      plant: ({ sentences }) =>
        sentences.join('\n').toUpperCase().replaceAll(',', ' –').replaceAll('.', ' !'),
    },
    { kind: '5 % of words changed', isLeak: true, plant: changed(0.05) },
    { kind: '10 % of words changed', isLeak: true, plant: changed(0.1) },
    { kind: '20 % of words changed', isLeak: true, plant: changed(0.2) },
    { kind: '30 % of words changed', isLeak: true, plant: changed(0.3) },
    {
      kind: 'sentences in another order',
      isLeak: true,
      plant: ({ sentences }, draw) => textOf(shuffled(sentences, draw)),
    },
    {
      kind: 'whole text inside a longer one',
      isLeak: true,
      plant: ({ sentences }, draw, others) => between(textOf(sentences), draw, others),
    },
    {
      kind: 'excerpt of three sentences in another text',
      isLeak: true,
      plant: ({ sentences }, draw, others) => between(textOf(sentences.slice(2, 5)), draw, others),
    },
    {
      kind: 'paraphrase: same facts, other words',
      isLeak: false,
      plant: ({ paraphrase }) => textOf(paraphrase),
    },
    { kind: 'nothing planted', isLeak: false },
  ];
