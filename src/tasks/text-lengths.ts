import { fullText, listed, type Task } from '../core/index.js';
import type { TaskEntry } from './task-registry.js';

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
}: Pick<Task, 'queries' | 'corpus'>): Promise<{ readonly query: Spread; readonly document: Spread }> => {
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

/** Means are published to six decimals; the rest exactly. */
const TOLERANCE = { min: 0, mean: 0.5e-6 + 1e-12, median: 0, max: 0 } as const;

/** How the lengths of a task's texts differ from what the catalogue says of them; nothing where they do not. */
export const lengthNotes = (
  lengths: Readonly<Record<'query' | 'document', Spread>>,
  { characters }: Pick<TaskEntry, 'characters'>,
): readonly string[] =>
  (['query', 'document'] as const).flatMap((part) => {
    const published = characters?.[part];
    if (!published) return [];
    const differing = (Object.keys(TOLERANCE) as (keyof typeof TOLERANCE)[]).filter((figure) => {
      const value = published[figure];
      return value !== undefined && Math.abs(lengths[part][figure] - value) > TOLERANCE[figure];
    });
    const said = differing.map(
      (figure) => `${figure} ${shown(lengths[part][figure])}, published ${shown(published[figure]!)}`,
    );
    return said.length > 0
      ? [`Characters of a ${part} differ from the published ones: ${listed(said)}.`]
      : [];
  });

const shown = (value: number): string => (Number.isInteger(value) ? `${value}` : value.toFixed(6));
