import {
  cut,
  type DenseEmbedder,
  type DocId,
  type ScorePart,
  type TextRange,
  type Tools,
} from '../../../core/index.js';
import { extraVectors } from './extra-vectors.js';
import { sentenceFinder } from './sentences.js';

/** Pieces of a document at most: longer documents have pieces of several sentences. */
const MOST_PIECES = 12;
/** Words of the best piece at most, the longest ones: each costs a vector. */
const MOST_WORDS = 16;
/** A document that says nothing. Services refuse an empty one. */
const NOTHING = '.';
const REST = 'not attributed';
const NAME_LENGTH = 48;

/** A document as the model reads it, and its score. */
export interface ScoredText {
  readonly id: DocId;
  readonly text: string;
  /** Where the text begins in `fullText` of the document. */
  readonly offset: number;
  readonly score: number;
}

/**
 * What the sentences of documents add to their scores, and the words of the best sentence to its share.
 *
 * The pieces of a document are put there one after the other, from the first to the last and from the last to the first: a piece adds the mean of
 * what the score grows by in these two orders. So they add up to the score less that of a document which says nothing. `error` is half the
 * difference of the two: how much a piece counts depends on what else is there.
 *
 * A word adds what the score loses when it is taken out of the document: anyone can do that again. Words do not add up to their sentence; the rest
 * is named.
 */
export const attributedScores = async (
  documents: readonly ScoredText[],
  embedder: DenseEmbedder,
  similarity: (vector: Float32Array) => number,
  make: boolean,
  tools: Tools,
) => {
  const vectorsOf = await extraVectors(embedder, make, tools);
  const piecesIn = pieceFinder();
  const pieces = new Map(documents.map(({ id, text }) => [id, piecesIn(text)]));
  const nearness = async (texts: readonly string[]) => {
    const vectors = await vectorsOf(texts);
    return new Map([...vectors].map(([text, vector]) => [text, similarity(vector)]));
  };
  const growths = await nearness([
    NOTHING,
    ...documents.flatMap(({ id, text }) => orders(text, pieces.get(id)!).flat()),
  ]);
  const shares = new Map(
    documents.flatMap((document) => {
      const found = pieceShares(document, pieces.get(document.id)!, growths);
      return found ? [[document.id, found] as const] : [];
    }),
  );
  const losses = await nearness(
    documents.flatMap(({ id, text }) => {
      const best = shares.get(id)?.[0];
      return best ? wordsIn(text, best.range).map((word) => without(text, word)) : [];
    }),
  );
  return {
    /** Documents that are not attributed, since vectors of their pieces are not there. */
    missing: documents.length - shares.size,
    of: (document: ScoredText): readonly ScorePart[] | undefined => {
      const own = shares.get(document.id);
      return own && partsOf(document, own, growths.get(NOTHING)!, losses);
    },
  };
};

/** Pieces that make up a whole text: sentences with what is between them. */
const pieceFinder = (): ((text: string) => readonly TextRange[]) => {
  const sentencesIn = sentenceFinder();
  return (text) => {
    const starts = sentencesIn(text).map(([from]) => from);
    const each = Math.max(1, Math.ceil(starts.length / MOST_PIECES));
    const kept = starts.filter((_, i) => i > 0 && i % each === 0);
    return [0, ...kept].map((from, i) => [from, kept[i] ?? text.length] as const);
  };
};

/** The texts that grow from the first piece on, and from the last piece on; the whole text is in neither. */
const orders = (
  text: string,
  pieces: readonly TextRange[],
): readonly [readonly string[], readonly string[]] => [
  pieces.slice(0, -1).map(([, to]) => text.slice(0, to).trim()),
  pieces.slice(1).map(([from]) => text.slice(from).trim()),
];

interface Share {
  readonly place: number;
  readonly range: TextRange;
  readonly value: number;
  readonly error: number;
}

/** The largest first; undefined where a vector is not there. */
const pieceShares = (
  { text, score }: ScoredText,
  pieces: readonly TextRange[],
  nearness: ReadonlyMap<string, number>,
): readonly Share[] | undefined => {
  const [fromFirst, fromLast] = orders(text, pieces);
  if ([NOTHING, ...fromFirst, ...fromLast].some((each) => !nearness.has(each))) return undefined;
  const nothing = nearness.get(NOTHING)!;
  const forward = [nothing, ...fromFirst.map((each) => nearness.get(each)!), score];
  const backward = [score, ...fromLast.map((each) => nearness.get(each)!), nothing];
  return pieces
    .map((range, i): Share => {
      const [first, last] = [forward[i + 1]! - forward[i]!, backward[i]! - backward[i + 1]!];
      return { place: i + 1, range, value: (first + last) / 2, error: Math.abs(first - last) / 2 };
    })
    .sort((a, b) => b.value - a.value);
};

/** The pieces and the score of a document that says nothing: they add up to the score. */
const partsOf = (
  document: ScoredText,
  shares: readonly Share[],
  nothing: number,
  losses: ReadonlyMap<string, number>,
): readonly ScorePart[] => {
  const parts = shares.map(({ place, range, value, error }, i): ScorePart => {
    const words = i === 0 ? wordParts(document, range, value, losses) : undefined;
    return {
      name: `sentence ${place}`,
      word: cut(
        document.text
          .slice(...range)
          .trim()
          .replaceAll(/\s+/g, ' '),
        NAME_LENGTH,
      ),
      value,
      details: { error },
      ranges: [moved(withoutEnd(document.text, range), document.offset)],
      ...(words && { from: { kind: 'vectors', score: value, rank: null, parts: words } }),
    };
  });
  const rest: ScorePart = { name: REST, value: nothing, details: { text: NOTHING } };
  return [...parts, rest].sort((a, b) => b.value - a.value);
};

/** The words of a piece and what is left of its share; undefined where a vector is not there. */
const wordParts = (
  { text, offset, score }: ScoredText,
  piece: TextRange,
  share: number,
  losses: ReadonlyMap<string, number>,
): readonly ScorePart[] | undefined => {
  const words = wordsIn(text, piece);
  if (words.length === 0 || words.some((word) => !losses.has(without(text, word)))) return undefined;
  const parts = words.map(
    (word): ScorePart => ({
      name: text.slice(...word),
      value: score - losses.get(without(text, word))!,
      ranges: [moved(word, offset)],
    }),
  );
  const left = share - parts.reduce((sum, { value }) => sum + value, 0);
  return [...parts.sort((a, b) => b.value - a.value), { name: REST, value: left }];
};

/** Without the white space before the next sentence. */
const withoutEnd = (text: string, [from, to]: TextRange): TextRange => [
  from,
  from + text.slice(from, to).trimEnd().length,
];

const moved = ([from, to]: TextRange, by: number): TextRange => [from + by, to + by];

const WORD = /[\p{L}\p{N}]{3,}/gu;

/** The longest words of a piece, in their order: short ones are seldom what a text is about. */
const wordsIn = (text: string, [from, to]: TextRange): readonly TextRange[] =>
  [...text.slice(from, to).matchAll(WORD)]
    .map(({ 0: word, index }): TextRange => [from + index, from + index + word.length])
    .sort((a, b) => b[1] - b[0] - (a[1] - a[0]) || a[0] - b[0])
    .slice(0, MOST_WORDS)
    .sort((a, b) => a[0] - b[0]);

const without = (text: string, [from, to]: TextRange): string =>
  `${text.slice(0, from)}${text.slice(to)}`.trim() || NOTHING;
