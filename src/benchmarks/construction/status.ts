import { fileSha256 } from '../../platform/node/index.js';
import { undecidedFile } from './run-step.js';
import type { BuildStep, StepReport, WorkFolder } from './step.js';
import { ABSENT, outputHashes } from './step-folder.js';
import { constructionSteps } from './steps.js';
import { fileOf } from './stored-settings.js';

/** How far a construction is. */
export interface StepStatus {
  readonly step: string;
  /** `stale`: done, but with other input than there is now, or its files were changed. */
  readonly state: 'done' | 'stale' | 'missing';
  readonly why?: string;
  /** How many a failed call left undecided. */
  readonly undecided?: number;
  readonly report?: StepReport;
}

/** Every step in its order. What follows a stale step is stale too. */
export const stepStatuses = async (
  work: WorkFolder,
  steps: readonly BuildStep[] = constructionSteps,
): Promise<readonly StepStatus[]> => {
  const stale = new Map<string, string>();
  const all: StepStatus[] = [];
  for (const step of steps) {
    const report = await work.readReport(step.name);
    const undecided = (await work.exists(undecidedFile(step.name)))
      ? { undecided: (await work.read(undecidedFile(step.name), { parse: (row) => row })).length }
      : {};
    if (!report) {
      all.push({ step: step.name, state: 'missing', ...undecided });
      continue;
    }
    const why = await whyStale(step, report, work, stale);
    if (why) for (const name of step.writes) stale.set(name, step.name);
    all.push({ step: step.name, state: why ? 'stale' : 'done', ...(why && { why }), ...undecided, report });
  }
  return all;
};

const whyStale = async (
  step: BuildStep,
  report: StepReport,
  work: WorkFolder,
  stale: ReadonlyMap<string, string>,
): Promise<string | undefined> => {
  for (const [name, hash] of Object.entries(report.inputs)) {
    const file = fileOf(work.folder, name);
    if (file !== undefined) {
      if ((await fileSha256(file).catch(() => undefined)) !== hash) return `${file} changed or is gone`;
    } else if (stale.has(name)) return `${stale.get(name)} is stale`;
    else if (((await work.hash(name)) ?? ABSENT) !== hash) return `${name}.jsonl changed`;
  }
  const outputs = await outputHashes(step, work);
  const changed = Object.keys(report.outputs).find((name) => report.outputs[name] !== outputs[name]);
  if (changed) return `its own ${changed}.jsonl was changed`;
  return ((await step.isIntact?.(report, work)) ?? true) ? undefined : 'what it made was changed or is gone';
};
