import { type Facts, factParts, type ResultRecord } from '../experiment/record/index.js';
import type { GenerationRecord } from '../tasks/index.js';
import { moreTokensLine } from './retry-line.js';

/** What is suggested where nothing says how many tokens a call had. */
const USUAL_LIMIT = 10_240;

/** Texts that count as written although the limit of tokens truncated them, with the command that does better. */
export const truncatedTextLines = (
  { task, counts, sampling, writer }: GenerationRecord,
  words: readonly string[],
): readonly string[] => {
  const { truncated = 0 } = counts;
  if (truncated === 0) return [];
  return [
    `${task.name}: ${texts(truncated)} truncated by the limit of tokens and used as they are. ` +
      `To generate all of them again with more room: ${moreTokensLine(words, moreThan([sampling, writer]))}`,
  ];
};

/** The same of a run, and answers of its rerankers that could not be used in full. */
export const modelOutputLines = (record: ResultRecord, words: readonly string[]): readonly string[] => {
  const parts = factParts(record.facts);
  const counted = (stage: 'writing' | 'reranking', name: keyof NonNullable<Facts['writing']>): number =>
    parts.reduce((sum, part) => sum + (part[stage]?.[name] ?? 0), 0);
  const where = `${record.task.name}: ${record.name}`;
  const better = (): string => moreTokensLine(words, moreThan(record.spec));
  const truncated = counted('writing', 'truncated');
  const live = counted('writing', 'calls') > 0;
  const unparsed = counted('reranking', 'unparsed');
  const short = counted('reranking', 'truncated');
  return [
    ...(truncated > 0
      ? [
          `${where}: ${texts(truncated)} truncated by the limit of tokens and used as they are. ` +
            (live
              ? `To generate all of them again with more room: ${better()}`
              : 'To generate them again with more room: r2med generate with a higher --max-tokens and --overwrite'),
        ]
      : []),
    ...(unparsed > 0
      ? [
          `${where}: ${unparsed} of ${counted('reranking', 'calls')} answers of the reranker could not be parsed; ` +
            'the documents they are about keep their first-stage order. ' +
            (short > 0
              ? `${short} answers were truncated by the limit of tokens; with more room: ${better()}`
              : 'Use a model that keeps to the format, or pointwise(…), which needs the shortest answers'),
        ]
      : []),
  ];
};

const texts = (count: number): string => (count === 1 ? '1 text was' : `${count} texts were`);

/** Twice the largest limit that the settings name. */
const moreThan = (settings: unknown): number => 2 * (largestLimit(settings) || USUAL_LIMIT);

const LIMITS: ReadonlySet<string> = new Set(['maxTokens', 'responseTokens']);

const largestLimit = (settings: unknown): number =>
  settings === null || typeof settings !== 'object'
    ? 0
    : Math.max(
        0,
        ...Object.entries(settings).map(([name, value]) =>
          LIMITS.has(name) && typeof value === 'number' ? value : largestLimit(value),
        ),
      );
