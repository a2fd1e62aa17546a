import type { Command } from 'commander';
import { counted, defined } from '../../core/index.js';
import {
  type AnyMeasure,
  DEFAULT_RULE,
  type Evaluation,
  evaluate,
  measures as knownMeasures,
  type Measure,
  parseMeasures,
  TIE_RULES,
} from '../../evaluation/measures/index.js';
import { intervalsOf } from '../../evaluation/statistics/index.js';
import { mustBeSealedRun, readJudgements, readRun } from '../../experiment/results/index.js';
import { sayLine } from '../../platform/node/index.js';
import { type TableColumn, table } from '../../platform/tables/index.js';
import { type Flag, type FlagValues, pick, text, verb } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';

const MEASURES = 'nDCG@10,Recall@100,MAP@100,P@10,MRR,Hit@10';

const MEASURE_NAMES = Object.values<AnyMeasure>(knownMeasures)
  .flatMap(({ name, at, ...rest }) => [...('score' in rest ? [name] : []), ...(at ? [`${name}@k`] : [])])
  .join(', ');

const FLAGS = {
  ...pick('judgements run measures missing ties subset split perQuery json quiet'),
  measures: {
    ...text('<list>', `list of ${MEASURE_NAMES}; also names of trec_eval and ir_measures`, MEASURES),
    also: ['metrics', 'measure'],
  },
  ties: text(
    '<rule>',
    `order of equal scores: ${Object.keys(TIE_RULES).join(' or ')}`,
    DEFAULT_RULE.ties,
  ) as Flag<keyof typeof TIE_RULES>,
  split: text('<name>', 'split of an MTEB predictions file'),
};

export const command = (): Command =>
  verb(FLAGS).action(async (flags: FlagValues<typeof FLAGS>) => {
    const measures = parseMeasures(flags.measures);
    for (const run of flags.run) await mustBeSealedRun(run);
    const judged = await readJudgements(flags.judgements);
    const note = (text: string): void => {
      if (!flags.quiet) sayLine(text);
    };
    judged.notes.forEach(note);
    const runs: ScoredRun[] = [];
    for (const run of flags.run) {
      const { subset, split, missing, ties } = flags;
      const ranked = await readRun(run, defined({ subset, split }));
      const scored = evaluate(ranked.run, judged.judgements, measures, { missing, ties });
      const name = flags.run.length > 1 ? `${run}: ` : '';
      for (const text of [...ranked.notes, ...notesOf(scored)]) note(`${name}${text}`);
      runs.push({ run, scored });
    }
    const [only] = runs;
    if (flags.json) return printJson(runs.length > 1 ? { runs: runs.map(runJson) } : scoresJson(only!));
    if (flags.perQuery) return printLine(perQueryTable(runs, measures));
    await printLine(runs.length > 1 ? runsTable(runs, measures) : meansTable(only!, measures));
  });

const scoresJson = ({ scored }: ScoredRun) => ({
  means: scored.means,
  queries: Object.fromEntries(scored.queries),
});

const runJson = (scored: ScoredRun) => ({ run: scored.run, ...scoresJson(scored) });

const notesOf = ({ counts, rule }: Evaluation): readonly string[] => [
  ...(counts.missing > 0
    ? [
        `${counts.missing} of ${counts.judged} judged queries have no ranking: ${rule.missing === 'zero' ? 'counted 0' : 'left out of the mean'}`,
      ]
    : []),
  ...(counts.unjudged > 0
    ? [`${counted(counts.unjudged, 'query', 'queries')} of the run without judgements: ignored`]
    : []),
];

interface ScoredRun {
  readonly run: string;
  readonly scored: Evaluation;
}

/** One run: a row for each measure, with its interval. */
const meansTable = ({ scored }: ScoredRun, measures: readonly Measure[]): string => {
  const intervals = intervalsOf(scored, measures);
  return table(measures, [
    ['measure', ({ name }) => name, 'left'],
    ['mean', ({ name }) => figure(scored.means[name]!)],
    [
      '95 % interval',
      ({ name }) => {
        const { low, high } = intervals[name]!;
        return `${figure(low)} – ${figure(high)}`;
      },
    ],
  ]).text(screenWidth());
};

/** Several runs: a row for each. */
const runsTable = (runs: readonly ScoredRun[], measures: readonly Measure[]): string =>
  table(
    runs.map(({ run, scored }) => ({ run, scores: scored.means })),
    [['run', ({ run }) => run, 'left'], ...scoreColumns(measures)],
  ).text(screenWidth());

/** A row for every query, of several runs one for each run; the means last. */
const perQueryTable = (runs: readonly ScoredRun[], measures: readonly Measure[]): string => {
  const queries = new Set(runs.flatMap(({ scored }) => [...scored.queries.keys()]));
  const rows = [
    ...[...queries].flatMap((id) =>
      runs.flatMap(({ run, scored }) => {
        const scores = scored.queries.get(id);
        return scores ? [{ query: id as string, run, scores }] : [];
      }),
    ),
    ...runs.map(({ run, scored }) => ({ query: 'mean', run, scores: scored.means })),
  ];
  return table(rows, [
    ['query', ({ query }) => query, 'left'],
    runs.length > 1 && ['run', ({ run }) => run, 'left'],
    ...scoreColumns(measures),
  ]).text(screenWidth());
};

const scoreColumns = (
  measures: readonly Measure[],
): readonly TableColumn<{ readonly scores: Evaluation['means'] }>[] =>
  measures.map(({ name }) => [name, ({ scores }) => figure(scores[name]!)]);

const figure = (value: number): string => value.toFixed(5);
