import { Command } from 'commander';
import {
  DEFAULT_RULE,
  type Evaluation,
  evaluate,
  intervalsOf,
  parseMeasures,
  TIE_RULES,
} from '../../evaluation/index.js';
import { sayLine } from '../../machine/index.js';
import { readJudgements, readRun } from '../../results/index.js';
import { missingFlag } from '../flags.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { textTable } from '../table.js';

interface EvalFlags {
  readonly judgements: string;
  readonly run: string;
  readonly measures: string;
  readonly missing: 'zero' | 'skip';
  readonly ties: keyof typeof TIE_RULES;
  readonly subset?: string;
  readonly split?: string;
  readonly perQuery?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const MEASURES = 'nDCG@10,Recall@100,MAP@100,P@10,MRR,Hit@10';

export const evaluation = (): Command =>
  new Command()
    .requiredOption('--judgements <file>', 'TREC qrels, R2MED or other JSON lines, BEIR tsv, or JSON')
    .requiredOption('--run <file>', 'TREC run, JSON lines (also topk_pid), MTEB predictions, or JSON')
    .option(
      '--measures <list>',
      'nDCG, MAP, Recall, P, MRR, Hit, CappedMAP, MicroRecall, each with @k',
      MEASURES,
    )
    .addOption(missingFlag())
    .option(
      '--ties <rule>',
      `order of equal scores: ${Object.keys(TIE_RULES).join(' or ')}`,
      DEFAULT_RULE.ties,
    )
    .option('--subset <name>', 'of an MTEB predictions file that holds several')
    .option('--split <name>', 'of an MTEB predictions file that holds several')
    .option('--per-query', 'a row for every query')
    .option('--json', 'print means and queries as JSON, unrounded')
    .option('--quiet', 'no notes')
    .addHelpText(
      'after',
      `
Definitions, tie rule and 32-bit scores are trec_eval 9's. A judged query without a ranking counts 0; with
--missing skip it is left out, as pytrec_eval and the R2MED scripts do. File formats are found out; gzip is accepted.

  $ r2med eval --judgements qrels.txt --run bm25.run
  $ r2med eval --judgements qrels.jsonl --run run.trec --measures nDCG@10,MAP@100 --missing skip --json`,
    )
    .action(async (flags: EvalFlags) => {
      const measures = parseMeasures(flags.measures);
      const [judged, ranked] = await Promise.all([
        readJudgements(flags.judgements),
        readRun(flags.run, predictionsChoice(flags)),
      ]);
      const scored = evaluate(ranked.run, judged.judgements, measures, {
        missing: flags.missing,
        ties: flags.ties,
      });
      if (!flags.quiet)
        for (const note of [...judged.notes, ...ranked.notes, ...notesOf(scored)]) sayLine(note);
      if (flags.json) return printJson({ means: scored.means, queries: Object.fromEntries(scored.queries) });
      await printLine(flags.perQuery ? perQueryTable(scored) : meansTable(scored, measures));
    });

const predictionsChoice = ({ subset, split }: EvalFlags) => ({
  ...(subset !== undefined && { subset }),
  ...(split !== undefined && { split }),
});

const notesOf = ({ counts, rule }: Evaluation): readonly string[] => [
  ...(counts.missing > 0
    ? [
        `${counts.missing} of ${counts.judged} judged queries have no ranking: ${rule.missing === 'zero' ? 'counted 0' : 'left out of the mean'}`,
      ]
    : []),
  ...(counts.unjudged > 0 ? [`${counts.unjudged} queries of the run have no judgements: ignored`] : []),
];

const meansTable = (scored: Evaluation, measures: ReturnType<typeof parseMeasures>): string => {
  const intervals = intervalsOf(scored, measures);
  return textTable(
    [
      { heading: 'measure', align: 'left', cells: measures.map(({ name }) => name) },
      { heading: 'mean', align: 'right', cells: measures.map(({ name }) => scored.means[name]!.toFixed(5)) },
      {
        heading: '95 % interval',
        align: 'right',
        cells: measures.map(({ name }) => {
          const { low, high } = intervals[name]!;
          return `${low.toFixed(5)} – ${high.toFixed(5)}`;
        }),
      },
    ],
    screenWidth(),
  );
};

const perQueryTable = ({ queries, means }: Evaluation): string => {
  const rows = [...queries];
  return textTable(
    [
      { heading: 'query', align: 'left', cells: [...rows.map(([id]) => id as string), 'mean'] },
      ...Object.keys(means).map((name) => ({
        heading: name,
        align: 'right' as const,
        cells: [...rows.map(([, scores]) => scores[name]!.toFixed(5)), means[name]!.toFixed(5)],
      })),
    ],
    screenWidth(),
  );
};
