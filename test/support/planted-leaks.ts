import { findLeakage, type LeakageOptions, type TextCollection } from '../../src/benchmarks/audit/index.js';
import { settledLeakage } from '../../src/benchmarks/audit/leakage/settings.js';
import { vectorLeaks } from '../../src/benchmarks/audit/leakage/vector-leaks.js';
import { random } from '../../src/core/index.js';
import { jaccard, nearDuplicateIndex, shingles } from '../../src/evaluation/overlap/index.js';
import type { LeakagePart } from '../../src/experiment/record/index.js';
import { lsa } from '../../src/search/retrieval/index.js';
import { type MadeCase, madeCases, pickFrom } from './made-cases.js';
import { testTools } from './tools.js';

/** Makes another text of a case, as it might be found elsewhere. */
type Plant = (own: MadeCase, draw: () => number, others: readonly MadeCase[]) => string;

const textOf = (sentences: readonly string[]): string => sentences.join(' ');

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

const everyFifth: Plant = ({ sentences }, draw) =>
  textOf(sentences)
    .split(' ')
    .map((word, i) => (i % 5 === 4 ? madeWord(draw) : word))
    .join(' ');

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
const PLANTS: readonly { readonly kind: string; readonly isLeak: boolean; readonly plant?: Plant }[] = [
  { kind: 'copy', isLeak: true, plant: ({ sentences }) => textOf(sentences) },
  {
    kind: 'other case, punctuation, spaces',
    isLeak: true,
    plant: ({ sentences }) => sentences.join('\n').toUpperCase().replaceAll(',', ' –').replaceAll('.', ' !'),
  },
  { kind: '5 % of words changed', isLeak: true, plant: changed(0.05) },
  { kind: '10 % of words changed', isLeak: true, plant: changed(0.1) },
  { kind: '20 % of words changed', isLeak: true, plant: changed(0.2) },
  { kind: '30 % of words changed', isLeak: true, plant: changed(0.3) },
  { kind: 'every fifth word changed', isLeak: true, plant: everyFifth },
  {
    kind: 'synonyms: other words for each fact, same sentences',
    isLeak: true,
    plant: ({ synonyms }) => textOf(synonyms),
  },
  {
    kind: 'half of the sentences, alone',
    isLeak: true,
    plant: ({ sentences }) => textOf(sentences.slice(0, Math.floor(sentences.length / 2))),
  },
  {
    kind: 'one sentence of it, alone',
    isLeak: true,
    plant: ({ sentences }, draw) => pickFrom(draw)(sentences),
  },
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
    kind: 'two fifths of the sentences inside another text',
    isLeak: true,
    plant: ({ sentences }, draw, others) => {
      const from = Math.floor(0.3 * sentences.length);
      const count = Math.max(1, Math.round(0.4 * sentences.length));
      return between(textOf(sentences.slice(from, from + count)), draw, others);
    },
  },
  {
    kind: 'paraphrase: same facts, other words',
    isLeak: false,
    plant: ({ paraphrase }) => textOf(paraphrase),
  },
  { kind: 'nothing planted', isLeak: false },
];

/** What was found of texts that were planted in one way. */
interface Measured {
  readonly kind: string;
  readonly isLeak: boolean;
  readonly planted: number;
  /** By rule, and by any of them: pairs that are the planted ones, and others. */
  readonly right: Readonly<Record<Measure, number>>;
  readonly wrong: Readonly<Record<Measure, number>>;
}

/** What is measured: each rule with the usual settings, all of them together, near-duplicates from a lower threshold, and vectors. */
export const RULES = [
  'exact',
  'near-duplicate',
  'n-gram',
  'holds',
  'reworded',
  'any',
  'lower',
  'vectors',
] as const;
type Measure = (typeof RULES)[number];

/** The lower threshold. */
export const LOWER = 0.3;

/** What was found of all that was planted. */
export interface MeasuredLeaks {
  /** Words of a text on average. */
  readonly words: number;
  /** Texts that were looked through. */
  readonly texts: number;
  readonly kinds: readonly Measured[];
}

const OTHERS = 1000;

/** Plants `each` texts of every kind among a thousand other texts, and looks for them. */
export const measuredLeaks = async (sentences: number, each: number): Promise<MeasuredLeaks> => {
  const cut = (all: readonly MadeCase[]): readonly MadeCase[] =>
    all.map((own) => ({
      sentences: own.sentences.slice(0, sentences),
      paraphrase: own.paraphrase.slice(0, sentences),
      synonyms: own.synonyms.slice(0, sentences),
    }));
  const here = cut(madeCases(each * PLANTS.length, 1, 1));
  const others = cut(madeCases(OTHERS, 1, 2));
  const draw = random(3);
  const hereTexts = here.map(({ sentences: own }, i) => ({ id: `${i}`, text: textOf(own) }));
  const planted = [
    ...others.map(({ sentences: own }, i) => ({ id: `other ${i}`, text: textOf(own) })),
    ...here.flatMap((own, i) => {
      const { plant } = PLANTS[Math.floor(i / each)]!;
      return plant ? [{ id: `${i}`, text: plant(own, draw, others) }] : [];
    }),
  ];
  const thereTexts = shuffled(planted, draw);
  const found = async (options: LeakageOptions): Promise<readonly LeakagePart[]> => {
    const there = collectionOf(thereTexts);
    const [report] = await findLeakage(collectionOf(hereTexts), [there], {
      ...options,
      examples: hereTexts.length,
    });
    return report!.parts;
  };
  const usual = await found({});
  const near = (parts: readonly LeakagePart[]) => parts.filter(({ rule }) => rule === 'near-duplicate');
  const partsOf: Readonly<Record<Measure, readonly LeakagePart[]>> = {
    exact: usual.filter(({ rule }) => rule === 'exact'),
    'near-duplicate': near(usual),
    'n-gram': usual.filter(({ rule }) => rule === 'n-gram'),
    holds: usual.filter(({ rule }) => rule === 'holds'),
    reworded: usual.filter(({ rule }) => rule === 'reworded'),
    any: usual,
    lower: near(await found({ threshold: LOWER })),
    vectors: await byVectors(collectionOf(hereTexts), collectionOf(thereTexts)),
  };
  const count = (measure: Measure, kind: number, isRight: boolean): number => {
    const own = partsOf[measure]
      .flatMap(({ examples }) => examples)
      .filter(
        (pair) => (pair.here === pair.there) === isRight && Math.floor(Number(pair.here) / each) === kind,
      );
    return new Set(own.map((pair) => pair.here)).size;
  };
  const counts = (kind: number, isRight: boolean) =>
    Object.fromEntries(RULES.map((measure) => [measure, count(measure, kind, isRight)])) as Record<
      Measure,
      number
    >;
  const words = hereTexts.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  return {
    words: Math.round(words / hereTexts.length),
    texts: thereTexts.length,
    kinds: PLANTS.map(({ kind, isLeak }, i) => ({
      kind,
      isLeak,
      planted: each,
      right: counts(i, true),
      wrong: counts(i, false),
    })),
  };
};

/** By the vectors of LSA, which needs no model. */
const byVectors = async (here: TextCollection, there: TextCollection): Promise<readonly LeakagePart[]> => {
  const space = { name: 'lsa', retriever: (topK: number) => lsa({ topK }) };
  const settings = settledLeakage({ examples: 1_000_000 });
  return (await vectorLeaks(here, [there], space, settings, testTools()))[0]!;
};

const collectionOf = (texts: readonly { readonly id: string; readonly text: string }[]): TextCollection => ({
  name: 'made',
  parts: [{ role: 'documents', read: () => texts }],
});

/** Of planted pairs whose Jaccard reaches the threshold, how many MinHash finds: all others are below it. */
export const measuredBands = (each: number): { readonly above: number; readonly found: number } => {
  const cases = madeCases(each, 1, 4);
  const draw = random(5);
  const shares = [0.1, 0.12, 0.14, 0.16];
  const index = nearDuplicateIndex();
  for (const { sentences } of cases) index.add(textOf(sentences));
  const pairs = cases.flatMap((own, row) =>
    shares.map((share) => ({ row, first: textOf(own.sentences), second: changed(share)(own, draw, []) })),
  );
  const above = pairs.filter(({ first, second }) => jaccard(shingles(first), shingles(second)) >= 0.5);
  const found = above.filter(({ row, second }) => index.find(second).some((match) => match.row === row));
  return { above: above.length, found: found.length };
};
