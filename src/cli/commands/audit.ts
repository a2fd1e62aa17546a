import { Command, Option } from 'commander';
import {
  AUDIT_PARTS,
  type AuditOptions,
  type AuditPart,
  auditsMarkdown,
  auditTask,
  comparisonSection,
  type GateRule,
  gateFindings,
  gateRule,
  mustBeFinding,
  readCaseTable,
  sectionsOf,
  writeAudit,
} from '../../audit/index.js';
import { lookup, type Task, type Tools } from '../../core/index.js';
import { sayLine } from '../../node/index.js';
import type { AuditReport } from '../../record/index.js';
import { analyzers } from '../../retrieval/index.js';
import type { SystemContext } from '../../systems/index.js';
import { generatedTexts, wantedTexts } from '../audit/generated-texts.js';
import { collectionFor, openLeakSource } from '../audit/leak-sources.js';
import { namedTasks } from '../audit/named-tasks.js';
import { reportText } from '../audit/report-text.js';
import { resultsIn, systemsScores } from '../audit/systems-scores.js';
import { mustHaveVectors, vectorSpace } from '../audit/vector-space.js';
import { mustDiffer, openChosen, type TaskFlags } from '../chosen-tasks.js';
import {
  cacheFlag,
  dataFlag,
  jsonFlag,
  markdownFlag,
  measureFlag,
  offlineFlag,
  quietFlag,
  retrieverFlag,
  splitFlag,
  suiteFlag,
  taskFlag,
  threadsFlag,
} from '../flags.js';
import { seedNumber } from '../llm-flags.js';
import { type ModelFlags, withModelFlags } from '../model-flags.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';
import { withSystemContext } from '../system-context.js';
import { toolsOptions } from '../tools-options.js';

interface AuditFlags extends TaskFlags, ModelFlags {
  readonly only?: readonly AuditPart[];
  readonly retriever?: readonly string[];
  readonly generations?: readonly string[];
  readonly leakWith?: readonly string[];
  readonly cases?: string;
  readonly results?: string;
  readonly measure: string;
  readonly analyzer: string;
  readonly seed: number;
  readonly failOn?: readonly GateRule[];
  readonly accept?: readonly string[];
  readonly figures?: boolean;
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
        ).argParser(listOf((text) => text)),
      )
      .option('--cases <file>', 'article and diagnosis of cases: {"id", "article", "diagnosis"} in each line')
      .addOption(retrieverFlag())
      .addOption(
        new Option(
          '--generations <name>',
          'generated texts, METHOD/LLM or METHOD/LLM=FOLDER, for example hyde/gpt4; repeatable',
        ).argParser(listOf((text) => text)),
      )
      .option('--results <folder>', 'records of systems: does their score depend on overlap?')
      .addOption(measureFlag())
      .addOption(
        new Option('--analyzer <name>', 'analyzer of the words that are compared')
          .choices(Object.keys(analyzers))
          .default('lucene-english'),
      )
      .addOption(
        new Option('--seed <n>', 'seed of random documents and bootstrap draws')
          .argParser(seedNumber)
          .default(1)
          .helpGroup('Audit:'),
      )
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
      .option('--out <folder>', 'save reports to <folder>/audits/<task>.json, where `r2med web` finds them')
      .addOption(markdownFlag())
      .addOption(offlineFlag())
      .addOption(threadsFlag())
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
rule is explained in docs/audit.md. No language model is needed. --retriever adds
cosines under an embedder, and --generations what a generated text gains.

  $ r2med audit sample                     all tasks of the sample suite
  $ r2med audit Biology NFCorpus           a task of R2MED, and a folder
  $ r2med audit my-task --fail-on warning --accept markup,long-queries
  $ r2med audit my-task --fail-on 'near-duplicates>1%'
  $ r2med audit Biology --retriever bge --generations hyde/gpt4 --results results
  $ r2med audit my-task --leak-with sample --leak-with train.jsonl --fail-on leakage
  $ r2med audit sample --out results && r2med web --results results`;

const auditAll = async (
  names: readonly string[],
  flags: AuditFlags,
  context: Omit<SystemContext, 'task'>,
  tools: Tools,
): Promise<void> => {
  const chosen = namedTasks(names, flags);
  const wanted = (flags.generations ?? []).map(wantedTexts);
  for (const name of flags.retriever ?? []) mustHaveVectors(name);
  const results = flags.results === undefined ? [] : await resultsIn(flags.results);
  const leaks = [];
  for (const name of flags.leakWith ?? []) leaks.push(await openLeakSource(name, flags, tools));
  const cases = flags.cases === undefined ? undefined : await readCaseTable(flags.cases);
  const offline = flags.offline ?? false;
  const tasks: Task[] = [];
  for (const each of chosen)
    tasks.push(
      await openChosen(each, tools, {
        offline,
        generations: wanted.flatMap(({ method, llm, from }) => (from ? [] : [`${method}/${llm}`])),
      }),
    );
  if (flags.out !== undefined) mustDiffer(tasks);
  const reports: AuditReport[] = [];
  for (const task of tasks) {
    const options: AuditOptions = {
      seed: flags.seed,
      analyzer: flags.analyzer,
      ...(flags.only && { parts: flags.only }),
      leakWith: leaks.flatMap((source) => collectionFor(task, source)),
      ...(cases && { cases }),
      spaces: await Promise.all((flags.retriever ?? []).map((name) => vectorSpace(name, task, context))),
      generated: await Promise.all(wanted.map((each) => generatedTexts(each, task, context, tools))),
      systems: await systemsScores(task, results, flags.measure, tools),
    };
    const report = await auditTask(task, tools, options);
    reports.push(report);
    if (flags.out !== undefined) tools.note(`saved ${await writeAudit(flags.out, report)}`);
  }
  await tell(reports, flags);
  gate(reports, flags);
};

const tell = (reports: readonly AuditReport[], flags: AuditFlags): Promise<void> => {
  if (flags.json) return printJson(reports.length === 1 ? reports[0] : reports);
  if (flags.markdown) return printLine(auditsMarkdown(reports));
  return printLine(
    [
      ...(reports.length > 1 ? [[comparisonSection(reports)]] : []),
      ...reports.map((report) => sectionsOf(report, { figures: flags.figures ?? false })),
    ]
      .map((sections) => reportText(sections, screenWidth()))
      .join('\n\n\n'),
  );
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
