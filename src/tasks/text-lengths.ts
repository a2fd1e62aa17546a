import { fullText, type Task } from '../core/index.js';

/** How long texts are, in characters as Unicode counts them. */
export interface Spread {
  readonly count: number;
  readonly min: number;
  readonly mean: number;
  /** Of an even number of texts, the mean of the two in the middle. */
  readonly median: number;
  readonly max: number;
}

/** Lengths of a task's queries and of the rows of its corpus. */
export const textLengths = async ({
  queries,
  corpus,
}: Pick<Task, 'queries' | 'corpus'>): Promise<{
  readonly query: Spread;
  readonly document: Spread;
}> => {
  const documents: number[] = [];
  for await (const batch of corpus.rows()) for (const row of batch) documents.push(codePoints(fullText(row)));
  return { query: spread(queries.map(({ text }) => codePoints(text))), document: spread(documents) };
};

const codePoints = (text: string): number => {
  let pairs = 0;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(i + 1);
    if (next >= 0xdc00 && next <= 0xdfff) pairs += 1;
  }
  return text.length - pairs;
};

/** The spread of numbers; all 0 where there are none. */
export const spread = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  const sum = sorted.reduce((all, value) => all + value, 0);
  const middle = (sorted[(count - 1) >> 1] ?? 0) + (sorted[count >> 1] ?? 0);
  return {
    count,
    min: sorted[0] ?? 0,
    mean: count > 0 ? sum / count : 0,
    median: middle / 2,
    max: sorted.at(-1) ?? 0,
  };
};
