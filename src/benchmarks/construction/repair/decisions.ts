import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError, listed } from '../../../core/index.js';
import type { StepContext } from '../step.js';
import { readYamlFile } from '../yaml-file.js';
import type { FindingLine } from './finding.js';
import { REPAIRS, type Repair } from './repair-row.js';

/** What a person decided about findings: those of a check, of a query, of a document, or all that these words leave. */
const DecidedFindings = z.strictObject({
  task: z.string().optional(),
  check: z.string().optional(),
  query: z.string().optional(),
  document: z.string().optional(),
  action: z.enum(REPAIRS),
  reviewer: z.string().min(1),
  reason: z.string().min(1),
});
type DecidedFindings = z.infer<typeof DecidedFindings>;

/** A decision about findings. It has no action where reviewers are not done, or differ. */
export interface FindingDecision extends Pick<Repair, 'by' | 'reason'> {
  readonly action?: Repair['action'];
  /** As its file has it. */
  readonly words: object;
  isAbout(finding: FindingLine): boolean;
}

/** The files that decide: one that a person wrote, or those of a review folder. */
export const decisionFiles = async (path: string): Promise<readonly string[]> => {
  const names = await readdir(path, { recursive: true }).catch(() => undefined);
  if (!names) return [path];
  const deciding = /^(?:items\.jsonl|plan\.json|answers[/\\][^/\\]+\.jsonl)$/;
  return names
    .filter((name) => deciding.test(name))
    .sort()
    .map((name) => join(path, name));
};

/** Decisions of a YAML file, or of a review that `r2med review findings` began. */
export const readDecisions = async (
  path: string,
  { decidedItems }: Pick<StepContext, 'decidedItems'>,
): Promise<readonly FindingDecision[]> => {
  if ((await decisionFiles(path))[0] === path) return personalDecisions(path);
  if (!decidedItems)
    throw new InputError({
      at: { file: path },
      found: 'a review, but reviews cannot be read here',
      fix: 'give runStep decidedItems: decisionsForRelease',
    });
  return [...(await decidedItems(path))].map(([item, [decided]]) => ({
    ...(decided && { action: decided.value as Repair['action'] }),
    by: decided ? `review: ${listed(decided.by)} (${decided.rule})` : 'review',
    reason: decided?.reason ?? 'open',
    words: decided ?? { item },
    isAbout: ({ id }) => id === item,
  }));
};

const personalDecisions = async (file: string): Promise<readonly FindingDecision[]> => {
  const rows = await readYamlFile(file, z.array(DecidedFindings), {
    expected: 'a list of {check: …, action: …, reviewer: …, reason: …}, or the folder of a review',
    fix: 'see "repair" in docs/reference/build-steps.md',
  });
  return rows.map((words) => {
    const { action, reviewer: by, reason } = words;
    return { action, by, reason, words, isAbout: (finding) => isAbout(words, finding) };
  });
};

const isAbout = ({ task, check, query, document }: DecidedFindings, finding: FindingLine): boolean =>
  (task === undefined || task === finding.task) &&
  (check === undefined || check === finding.check) &&
  (query === undefined || query === finding.query) &&
  (document === undefined || (finding.documents?.includes(document) ?? false));
