import {
  type Corpus,
  corpusOf,
  type Document,
  docId,
  type Query,
  queryId,
  random,
} from '../../src/core/index.js';

/** Words whose frequencies fall as those of a language do. */
const VOCABULARY = Array.from({ length: 2500 }, (_, i) => `w${i.toString(36)}x`);

/**
 * A collection with all that makes rankings hard to repeat: empty documents, repeated texts and ids, many documents that score alike; and
 * queries that say nothing, nothing known, one word, and more than a thousand.
 */
export const madeCollection = (
  size = 1500,
): {
  readonly corpus: Corpus;
  readonly documents: readonly Document[];
  readonly queries: readonly Query[];
} => {
  const next = random(size);
  const below = (limit: number): number => Math.floor(next() * limit);
  const text = (words: number): string =>
    Array.from({ length: words }, () => VOCABULARY[Math.floor(VOCABULARY.length * next() ** 3)]).join(' ');
  const rows: { id: string; text: string; title?: string }[] = [];
  const repeated = text(30);
  for (let i = 0; i < size; i++) {
    const kind = next();
    const words =
      kind < 0.05
        ? ''
        : kind < 0.1 && i > 0
          ? rows[below(i)]!.text
          : kind < 0.3
            ? repeated
            : text(2 + below(150));
    const id = i > 0 && next() < 0.03 ? rows[below(i)]!.id : `d${below(1e6).toString(36)}`;
    rows.push({ id, text: words, ...(next() < 0.1 && { title: text(3) }) });
  }
  const texts = [
    ...Array.from({ length: 20 }, () => text(2 + below(40))),
    repeated,
    VOCABULARY[0]!,
    `${VOCABULARY[2499]} ${VOCABULARY[2400]} ${VOCABULARY[2400]}`,
    // So often that no float32 times Lucene's factor says it.
    `${`${VOCABULARY[5]} `.repeat(63)}${VOCABULARY[9]}`,
    'nothing of this',
    '',
    VOCABULARY.join(' '),
    text(5000),
  ];
  return {
    corpus: corpusOf(`made-${size}`, rows),
    documents: rows.map((row) => ({ ...row, id: docId(row.id) })),
    queries: texts.map((each, i) => ({ id: queryId(`q${i}`), text: each })),
  };
};

/** Documents that all score alike. */
export const alike = (size: number): Corpus =>
  corpusOf(
    `alike-${size}`,
    Array.from({ length: size }, (_, i) => ({
      id: `d${(i * 7919) % size}`,
      text: 'urate crystals in a joint',
    })),
  );
