import { commandLine, groupBy } from '../core/index.js';
import {
  type Facts,
  factParts,
  factsOf,
  type Result,
  type ResultRecord,
} from '../experiment/record/index.js';
import { scoreText, table } from '../platform/tables/index.js';
import type { GenerationRecord } from '../tasks/index.js';
import { moreTokensLine } from './retry-line.js';

/** What a reader of a table has to know about its figures, each a line. */
export const scoreNotes = (results: readonly Result[], measure: string): readonly string[] => [
  ...unmatchedNotes(results, measure),
  ...wrongOrderNotes(results),
  ...smallCorpusNotes(results, measure),
  ...gateNotes(results),
];

/** Per system: a gate that sends every query the same way is one of its systems, under another name. */
const gateNotes = (results: readonly Result[]): readonly string[] =>
  [...groupBy(results, ({ record }) => record.name)].flatMap(([system, own]) => {
    const gates = own.flatMap(({ record }) =>
      factParts(record.facts).flatMap(({ answered }) => answered ?? []),
    );
    const [first, second] = [
      gates.reduce((sum, each) => sum + each.first, 0),
      gates.reduce((sum, each) => sum + each.second, 0),
    ];
    if (Math.max(first, second) < 2 || Math.min(first, second) > 0) return [];
    return [
      `${system}: its ${first > 0 ? 'first' : 'second'} system answered all ${first + second} queries, so the gate decides nothing here. ` +
        `To find thresholds: ${commandLine('tune', '--help')}`,
    ];
  });

/** Per system: where documents that share no term with the query changed the shown score. */
const unmatchedNotes = (results: readonly Result[], measure: string): readonly string[] =>
  [...groupBy(results, ({ record }) => record.name)].flatMap(([system, own]) => {
    const changed = own.flatMap(({ record }) => {
      const without = factsOf(record.facts).withoutUnmatched?.scores[measure];
      return without === undefined
        ? []
        : [`${record.task.name} ${scoreText(without)} instead of ${scoreText(record.scores[measure])}`];
    });
    return changed.length > 0
      ? [
          `${system}: rankings are filled up with documents that match no term of the query; without them ${measure} is ` +
            `${changed.join(', ')}. To leave them out: bm25(unmatched=drop)`,
        ]
      : [];
  });

/** Per system: models that do not know an order that is known, which most often are other models than is meant. */
const wrongOrderNotes = (results: readonly Result[]): readonly string[] => [
  ...new Set(
    results.flatMap(({ record }) =>
      factParts(record.facts)
        .flatMap(({ embedder, reranking }) => [embedder?.wrongOrder, reranking?.wrongOrder])
        .flatMap((wrong) =>
          wrong ? [`${record.name}: look at its model before you trust its scores: ${wrong}`] : [],
        ),
    ),
  ),
];

/** A cutoff that takes in half of a corpus says more about the corpus than about a system. */
const smallCorpusNotes = (results: readonly Result[], measure: string): readonly string[] => {
  const cutoff = Number(/@(\d+)$/.exec(measure)?.[1] ?? 0);
  const small = results
    .map(({ record }) => record.task)
    .filter(({ uniqueDocuments }) => cutoff >= uniqueDocuments / 2);
  const corpora = [...new Set(small.map((task) => `${task.name} ${task.uniqueDocuments}`))];
  return corpora.length > 0
    ? [
        `${measure} means little here: the first ${cutoff} hits are half of the corpus or more (documents: ${corpora.join(', ')}). ` +
          'Choose a smaller cutoff with --measure',
      ]
    : [];
};

/**
 * Systems that were given safeguards (a positive behind candidates that held none), scored with and without them: the two
 * targets that HAKARI-Bench reports of rerankers. Means over tasks; nothing where no system was.
 */
export const safeguardText = (results: readonly Result[], measure: string, width: number) => {
  const rows = [...groupBy(results, ({ record }) => record.name)]
    .map(([system, own]) => ({
      system,
      own,
      put: own.reduce((sum, each) => sum + (without(each)?.queries ?? 0), 0),
    }))
    .filter(({ put }) => put > 0);
  if (rows.length === 0) return undefined;
  const mean = (own: readonly Result[], score: (result: Result) => number | undefined): string => {
    const scores = own.map(score);
    // A mean over fewer tasks than its neighbour's would be compared with it.
    if (!scores.every((value) => value !== undefined)) return scoreText(undefined);
    return scoreText(scores.reduce((sum, value) => sum + value, 0) / scores.length);
  };
  return table(rows, [
    [`${measure}, mean of tasks`, ({ system }) => system, 'left'],
    ['with safeguards', ({ own }) => mean(own, ({ record }) => record.scores[measure])],
    [
      'without',
      ({ own }) => mean(own, (result) => (without(result)?.scores ?? result.record.scores)[measure]),
    ],
    ['queries with one', ({ put }) => put],
  ]).text(width);
};

const without = ({ record }: Result): Facts['withoutSafeguard'] => factsOf(record.facts).withoutSafeguard;

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
  const counted = (
    stage: 'writing' | 'reranking',
    name: Exclude<keyof NonNullable<Facts['writing']>, 'sealed' | 'wrongOrder'>,
  ): number => parts.reduce((sum, part) => sum + (part[stage]?.[name] ?? 0), 0);
  const where = `${record.task.name}: ${record.name}`;
  const better = (): string => moreTokensLine(words, moreThan(record.spec));
  const truncated = counted('writing', 'truncated');
  // Stored texts have the calls that wrote them, but this command made none.
  const live = counted('writing', 'calls') > 0 && counted('writing', 'written') === 0;
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
