import { Command, Option } from 'commander';
import {
  AUDIT_PARTS,
  type AuditPart,
  auditsMarkdown,
  auditTask,
  comparisonSections,
  type GateRule,
  gateFindings,
  gateRule,
  markdownOf,
  mustBeAsked,
  mustBeFinding,
  type ScoredTask,
  scoreDependence,
  sectionsOf,
  writeAudit,
} from '../../benchmarks/audit/index.js';
import { lookup, type Task, type Tools } from '../../core/index.js';
import type { AuditReport } from '../../experiment/record/index.js';
import type { SystemContext } from '../../experiment/systems/index.js';
import { withSystemContext } from '../../experiment/systems/index.js';
import { mustBeWritable, sayLine } from '../../platform/node/index.js';
import { analyzers } from '../../search/retrieval/index.js';
import { mustDiffer, openChosen, type TaskChoice } from '../../tasks/index.js';
import { type AuditInputFlags, prepareAudit } from '../audit/audit-options.js';
import { namedTasks } from '../audit/named-tasks.js';
import { reportText } from '../audit/report-text.js';
import {
  append,
  cacheFlag,
  collect,
  dataFlag,
  jsonFlag,
  markdownFlag,
  measureFlag,
  memoryFlag,
  offlineFlag,
  quietFlag,
  retrieverFlag,
  splitFlag,
  suiteFlag,
  taskFlag,
  threadsFlag,
} from '../flags.js';
import { seedNumber } from '../llm-flags.js';
import { withModelFlags } from '../model-flags.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';
import { toolsOptions } from '../tools-options.js';

interface AuditFlags extends TaskChoice, AuditInputFlags {
  readonly failOn?: readonly GateRule[];
  readonly accept?: readonly string[];
  readonly figures?: boolean;
  readonly summary?: boolean;
  readonly out?: string;
  readonly markdown?: boolean;
  readonly cache: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Collects what a repeatable flag says, names also separated by commas, each read by `read`. */
const listOf =
  <T>(read: (text: string) => T) =>
  (value: string, earlier: readonly T[] | undefined): readonly T[] => [
    ...(earlier ?? []),
    ...value.split(',').map((part) => read(part.trim())),
  ];

const partNamed = (name: string): AuditPart =>
  lookup('part of an audit', Object.fromEntries(AUDIT_PARTS.map((part) => [part, part])), name);

const acceptable = (name: string): string => {
  mustBeFinding(name);
  return name;
};

export const audit = (): Command =>
  withModelFlags(
    new Command()
      .argument(
        '[task...]',
        'tasks of the suite, suites or folders (default: as --suite, --task, --data say)',
      )
      .addOption(suiteFlag())
      .addOption(taskFlag())
      .addOption(dataFlag())
      .addOption(splitFlag())
      .addOption(
        new Option('--only <part>', `part of the audit: ${AUDIT_PARTS.join(', ')}; repeatable`).argParser(
          listOf(partNamed),
        ),
      )
      .addOption(
        new Option(
          '--leak-with <what>',
          'task, suite, folder or file that must share nothing with the tasks; repeatable',
        ).argParser(append),
      )
      .option('--cases <file>', 'article and diagnosis of cases: {"id", "article", "diagnosis"} in each line')
      .option(
        '--abbreviations <file>',
        'table of abbreviations and synonyms (.tsv, .csv, .json): what does expanding them gain?',
      )
      .addOption(retrieverFlag())
      .addOption(
        new Option(
          '--generations <name>',
          'generated texts, METHOD/LLM or METHOD/LLM=FOLDER, for example hyde/gpt4; repeatable',
        ).argParser(collect),
      )
      .option('--results <folder>', 'records of systems: does their score depend on overlap?')
      .addOption(measureFlag())
      .addOption(
        new Option('--analyzer <name>', 'analyzer to use')
          .choices(Object.keys(analyzers))
          .default('lucene-english'),
      )
      .addOption(new Option('--seed <n>', 'random seed').argParser(seedNumber).default(1).helpGroup('Audit:'))
      .addOption(
        new Option(
          '--fail-on <what>',
          'exit code 1 on error, warning, note, a check, or CHECK>LIMIT; repeatable',
        ).argParser(listOf(gateRule)),
      )
      .addOption(
        new Option('--accept <check>', 'check whose findings pass --fail-on; repeatable').argParser(
          listOf(acceptable),
        ),
      )
      .option('--figures', 'print every figure with its interval (default: what they say)')
      .option('--summary', 'print only the tasks side by side, and what was found where')
      .option('--out <folder>', 'save reports to <folder>/audits/<task>.json, where `r2med web` finds them')
      .addOption(markdownFlag())
      .addOption(offlineFlag())
      .addOption(threadsFlag())
      .addOption(memoryFlag())
      .addOption(cacheFlag())
      .addOption(jsonFlag())
      .addOption(quietFlag()),
  )
    .addHelpText('after', HELP)
    .action((names: readonly string[], flags: AuditFlags) =>
      stoppable(toolsOptions(flags), (tools) =>
        withSystemContext(flags, tools, (context) => auditAll(names, flags, context, tools)),
      ),
    );

const HELP = `
Is a task sound, and how much reasoning does it need? Every check, figure and
rule is explained in docs/audit.md. No language model is needed. --retriever
adds cosines under an embedder, --generations what a generated text gains.

  $ r2med audit sample                     all tasks of the sample suite
  $ r2med audit Biology NFCorpus           a task of R2MED, and a folder
  $ r2med audit my-task --fail-on warning --accept markup,long-queries
  $ r2med audit my-task --fail-on 'near-duplicates>1%'
  $ r2med audit Biology --retriever bge --generations hyde/gpt4 \\
      --results results
  $ r2med audit my-task --leak-with sample --leak-with train.jsonl \\
      --fail-on leakage
  $ r2med audit sample --out results && r2med web --results results`;

const auditAll = async (
  names: readonly string[],
  flags: AuditFlags,
  context: Omit<SystemContext, 'task'>,
  tools: Tools,
): Promise<void> => {
  const chosen = namedTasks(names, flags);
  mustBeAsked(flags.failOn ?? [], flags.only ?? AUDIT_PARTS);
  if (flags.out !== undefined) await mustBeWritable(flags.out);
  const prepared = await prepareAudit(flags, context, tools);
  const tasks: Task[] = [];
  for (const each of chosen)
    tasks.push(
      await openChosen(each, tools, {
        offline: flags.offline ?? false,
        generations: prepared.generations,
      }),
    );
  if (flags.out !== undefined) mustDiffer(tasks);
  const reports: AuditReport[] = [];
  const scored: ScoredTask[] = [];
  for (const task of tasks) {
    const options = await prepared.optionsFor(task);
    const report = await auditTask(task, tools, options);
    reports.push(report);
    scored.push({ queries: report.reasoning?.queries ?? [], systems: options.systems ?? [] });
    if (flags.out !== undefined) tools.note(`saved ${await writeAudit(flags.out, report)}`);
  }
  await tell(reports, scored, flags);
  gate(reports, flags);
};

const tell = (
  reports: readonly AuditReport[],
  scored: readonly ScoredTask[],
  flags: AuditFlags,
): Promise<void> => {
  if (flags.json) return printJson(reports.length === 1 ? reports[0] : reports);
  const pooled = reports.length > 1 ? scoreDependence(scored, { seed: flags.seed }) : [];
  if (flags.markdown)
    return printLine(
      flags.summary ? markdownOf(comparisonSections(reports, pooled)) : auditsMarkdown(reports, pooled),
    );
  const shown = [
    ...(reports.length > 1 || flags.summary ? [comparisonSections(reports, pooled)] : []),
    ...(flags.summary
      ? []
      : reports.map((report) => sectionsOf(report, { figures: flags.figures ?? false }))),
  ];
  return printLine(shown.map((sections) => reportText(sections, screenWidth())).join('\n\n\n'));
};

const gate = (reports: readonly AuditReport[], { failOn = [], accept = [] }: AuditFlags): void => {
  const failed = reports.flatMap((report) =>
    gateFindings(report, failOn, accept).map(({ name, reason }) => `${report.task.name}: ${name}: ${reason}`),
  );
  if (failed.length === 0) return;
  // Said also where notes are not: it is what the exit code is about.
  for (const line of failed) sayLine(line);
  sayLine('The audit failed. Fix what is named above, or accept it by name with --accept.');
  process.exitCode = 1;
};
