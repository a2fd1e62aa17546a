import { dirname } from 'node:path';
import type { Command } from 'commander';
import {
  AUDIT_PARTS,
  type AuditFinding,
  type AuditPart,
  auditsMarkdown,
  auditTask,
  comparisonSections,
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
import { type SystemContext, withSystemContext } from '../../experiment/systems/index.js';
import { openEntityFinder } from '../../models/entities/index.js';
import { ensureModel } from '../../platform/hub/index.js';
import { mustBeWritable, sayLine, writeAtomic } from '../../platform/node/index.js';
import { analyzers } from '../../search/retrieval/index.js';
import { mustDiffer, openChosen } from '../../tasks/index.js';
import { prepareAudit } from '../audit/audit-options.js';
import { namedTasks } from '../audit/named-tasks.js';
import { reportText } from '../audit/report-text.js';
import {
  collect,
  type FlagValues,
  listOf,
  MODELS,
  oneOf,
  pick,
  read,
  reading,
  TASKS,
  text,
  usually,
  verb,
} from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';

const partNamed = (name: string): AuditPart =>
  lookup('part of an audit', Object.fromEntries(AUDIT_PARTS.map((part) => [part, part])), name);

const acceptable = (name: string): string => {
  mustBeFinding(name);
  return name;
};

const FLAGS = {
  ...pick(
    TASKS,
    'only leakWith cases abbreviations retriever generations results measure analyzer seed failOn accept',
    'figures summary findings out markdown offline threads memory cache json quiet',
    MODELS,
  ),
  only: read('<part>', `part of the audit: ${AUDIT_PARTS.join(', ')}; repeatable`, listOf(partNamed)),
  generations: read(
    '<name>',
    'generated texts, METHOD/LLM or METHOD/LLM=FOLDER, for example hyde/gpt4; repeatable',
    collect,
  ),
  results: text('<folder>', 'records of systems: does their score depend on overlap?'),
  analyzer: oneOf('<name>', 'analyzer to use', Object.keys(analyzers), 'lucene-english'),
  seed: { ...usually('seed', 1), group: 'Audit:' },
  failOn: reading('failOn', listOf(gateRule)),
  accept: reading('accept', listOf(acceptable)),
  ner: {
    ...text(
      '<value>',
      'model that looks for personal data besides the rules: command:"…", served:URL, onnx:FOLDER',
    ),
    group: 'Audit:',
  },
  out: text('<folder>', 'save reports to <folder>/audits/<task>.json, where `r2med web` finds them'),
};

type AuditFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb(FLAGS)
    .argument('[task...]', 'tasks of the suite, suites or folders (default: as --suite, --task, --data say)')
    .action((names: readonly string[], flags: AuditFlags) =>
      stoppable(flags, (tools) =>
        withSystemContext(flags, tools, (context) => auditAll(names, flags, context, tools)),
      ),
    );

const auditAll = async (
  names: readonly string[],
  flags: AuditFlags,
  context: Omit<SystemContext, 'task'>,
  tools: Tools,
): Promise<void> => {
  const chosen = namedTasks(names, flags);
  mustBeAsked(flags.failOn ?? [], flags.only ?? AUDIT_PARTS);
  if (flags.out !== undefined) await mustBeWritable(flags.out);
  if (flags.findings !== undefined) await mustBeWritable(dirname(flags.findings), '--findings');
  const prepared = await prepareAudit(flags, context, tools);
  const tasks: Task[] = [];
  for (const each of chosen)
    tasks.push(
      await openChosen(each, tools, { offline: flags.offline ?? false, generations: prepared.generations }),
    );
  if (flags.out !== undefined) mustDiffer(tasks);
  const reports: AuditReport[] = [];
  const scored: ScoredTask[] = [];
  const findings: string[] = [];
  const onFinding = (finding: AuditFinding) => findings.push(JSON.stringify(finding));
  const ner =
    flags.ner === undefined
      ? undefined
      : await openEntityFinder(flags.ner, {
          ...{ env: process.env, tools },
          ensureModel: (wanted) => ensureModel(wanted, tools, { offline: flags.offline ?? false }),
        });
  try {
    for (const task of tasks) {
      const options = await prepared.optionsFor(task);
      const report = await auditTask(task, tools, {
        ...options,
        ...(ner && { ner }),
        ...(flags.findings !== undefined && { onFinding }),
      });
      reports.push(report);
      scored.push({ queries: report.reasoning?.queries ?? [], systems: options.systems ?? [] });
      if (flags.out !== undefined) tools.note(`saved ${await writeAudit(flags.out, report)}`);
    }
  } finally {
    await ner?.close();
  }
  if (flags.findings !== undefined) {
    await writeAtomic(
      flags.findings,
      findings.map((line) => `${line}\n`),
    );
    tools.note(`wrote ${findings.length.toLocaleString('en')} findings to ${flags.findings}`);
  }
  await tell(reports, scored, flags);
  gate(reports, flags);
};

const tell = (reports: readonly AuditReport[], scored: readonly ScoredTask[], flags: AuditFlags) => {
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
