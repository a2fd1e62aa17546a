import { basename } from 'node:path';
import type { Command } from 'commander';
import { judgementsIn } from '../../analysis/comparison/index.js';
import { counted, defined, InputError, type Run } from '../../core/index.js';
import {
  type AnyMeasure,
  DEFAULT_RULE,
  type Evaluation,
  evaluate,
  measures as knownMeasures,
  type Measure,
  TIE_RULES,
} from '../../evaluation/measures/index.js';
import { intervalsOf } from '../../evaluation/statistics/index.js';
import {
  JUDGEMENT_WRITERS,
  mustBeSealedRun,
  RUN_WRITERS,
  readRun,
  writeJudgements,
  writeRunFile,
} from '../../experiment/results/index.js';
import { sayLine } from '../../platform/node/index.js';
import { type TableColumn, table } from '../../platform/tables/index.js';
import { type Flag, type FlagValues, oneOf, pick, several, text, verb, worded } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { readMeasures } from '../own-measures.js';

const MEASURES = 'nDCG@10,Recall@100,MAP@100,P@10,MRR,Hit@10';

const MEASURE_NAMES = Object.values<AnyMeasure>(knownMeasures)
  .flatMap(({ name, at, ...rest }) => [...('score' in rest ? [name] : []), ...(at ? [`${name}@k`] : [])])
  .join(', ');

const FLAGS = {
  ...pick('judgements run fuse measures missing ties subset split perQuery saveRun runFormat'),
  ...pick('saveJudgements judgementsFormat json quiet'),
  run: several(
    '<files...>',
    'TREC run, JSON lines (also topk_pid), MTEB predictions, or JSON of ranx; one row per file',
  ),
  fuse: worded('fuse', 'fuse run files, for example rrf:a.run,b.run; repeatable'),
  runFormat: oneOf('<name>', 'format of --save-run (default: ranx for .json, else trec)', RUN_WRITERS),
  judgementsFormat: oneOf(
    '<name>',
    'format of --save-judgements (default: ranx for .json, beir for .tsv, mteb for .jsonl, else trec)',
    JUDGEMENT_WRITERS,
  ),
  measures: {
    ...text(
      '<list>',
      `list of ${MEASURE_NAMES}; also names of trec_eval and ir_measures, and module:FILE`,
      MEASURES,
    ),
    also: ['metrics', 'measure'],
  },
  ties: text(
    '<rule>',
    `order of equal scores: ${Object.keys(TIE_RULES).join(' or ')}`,
    DEFAULT_RULE.ties,
  ) as Flag<keyof typeof TIE_RULES>,
  split: text('<name>', 'split of an MTEB predictions file'),
};

type EvalFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb(FLAGS).action(async (flags: EvalFlags) => {
    const measures = await readMeasures(flags.measures);
    const { run: files = [] } = flags;
    const fused = flags.fuse ? await fusionsOf(flags.fuse) : [];
    mustBeClear(flags, files.length + fused.length);
    for (const run of [...files, ...fused.flatMap((each) => each.files)]) await mustBeSealedRun(run);
    const judged = await judgementsIn(flags.judgements);
    const note = (text: string): void => {
      if (!flags.quiet) sayLine(text);
    };
    judged.notes.forEach(note);
    const { subset, split, missing, ties } = flags;
    const many = files.length + fused.length > 1;
    const readNoting = async (file: string, prefix: string): Promise<Run> => {
      const { run, notes } = await readRun(file, defined({ subset, split }));
      for (const text of notes) note(`${prefix}${text}`);
      return run;
    };
    const runs: ScoredRun[] = [];
    const score = (name: string, ranked: Run): void => {
      const scored = evaluate(ranked, judged.judgements, measures, { missing, ties });
      for (const text of notesOf(scored)) note(`${many ? `${name}: ` : ''}${text}`);
      runs.push({ run: name, ranked, scored });
    };
    for (const file of files) score(file, await readNoting(file, many ? `${file}: ` : ''));
    for (const each of fused) {
      const read: Run[] = [];
      for (const file of each.files) read.push(await readNoting(file, `${file}: `));
      score(each.name, each.fuse(read));
    }
    if (flags.saveRun !== undefined) {
      const last = runs.at(-1)!;
      const system = fused.at(-1)?.system ?? basename(last.run);
      await writeRunFile(flags.saveRun, last.ranked, {
        system,
        ...defined({ format: flags.runFormat, subset, split }),
      });
    }
    if (flags.saveJudgements !== undefined)
      await writeJudgements(flags.saveJudgements, judged.judgements, flags.judgementsFormat);
    const [only] = runs;
    if (flags.json) return printJson(runs.length > 1 ? { runs: runs.map(runJson) } : scoresJson(only!));
    if (flags.perQuery) return printLine(perQueryTable(runs, measures));
    await printLine(runs.length > 1 ? runsTable(runs, measures) : meansTable(only!, measures));
  });

/** Loaded late: few calls fuse. */
const fusionsOf = async (texts: readonly string[]) => {
  const { fusedRuns } = await import('../../experiment/systems/index.js');
  return texts.map(fusedRuns);
};

/** Something must be scored, and what is written must be one run. */
const mustBeClear = (
  { run = [], fuse = [], saveRun: out, runFormat: format, saveJudgements, judgementsFormat }: EvalFlags,
  runs: number,
): void => {
  if (runs === 0)
    throw new InputError({
      found: 'no run',
      expected: '--run FILE or --fuse rrf:a.run,b.run',
      fix: 'add --run FILE',
    });
  if (out === undefined && format !== undefined)
    throw new InputError({ found: `--run-format ${format} without --save-run`, fix: 'add --save-run FILE' });
  if (saveJudgements === undefined && judgementsFormat !== undefined)
    throw new InputError({
      found: `--judgements-format ${judgementsFormat} without --save-judgements`,
      fix: 'add --save-judgements FILE',
    });
  if (out !== undefined && (fuse.length > 1 || (fuse.length === 0 && run.length > 1)))
    throw new InputError({
      found: `--save-run for ${fuse.length > 1 ? fuse.length : run.length} runs`,
      expected: 'one run to write',
      fix: 'name one --run, or one --fuse',
    });
};

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
  readonly ranked: Run;
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
