import { z } from 'zod';
import { InputError } from '../../../core/index.js';
import { malformed, parseJsonObject } from '../../../platform/formats/index.js';
import { readLines } from '../../../platform/node/index.js';
import { mustBeFinding } from '../../audit/index.js';
import { countsOf } from '../item.js';
import { defineStep } from '../step.js';
import { firstIssue, readYamlFile } from '../yaml-file.js';
import { REPAIRS, type Repair } from './repair-row.js';

/** A line of `audit --findings`, as far as a repair needs it. */
const Finding = z.looseObject({
  task: z.string().min(1),
  check: z.string().min(1),
  severity: z.enum(['error', 'warning', 'note']),
  query: z.string().optional(),
  documents: z.array(z.string()).optional(),
  detail: z.string().optional(),
});
type Finding = z.infer<typeof Finding>;

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

const Settings = z.strictObject({
  findings: z.string().min(1).describe('file that r2med audit --findings wrote of the candidate'),
  rules: z
    .record(z.string(), z.enum(REPAIRS))
    .default({})
    .describe('what is done about each check: {"near-duplicates": "merge", "personal-data": "mask"}'),
  decisions: z
    .string()
    .min(1)
    .optional()
    .describe('file (YAML) of what a person decided; it comes before the rules'),
});

/** Repairs what an audit found. The parts stay as the steps left them: assemble applies the repairs, and the release lists them. */
export const repair = defineStep({
  name: 'repair',
  help: 'merge, drop, mask or label what the audit found, by rules or by decisions of a person',
  example: '--findings findings.jsonl --decisions decisions.yaml',
  reads: [],
  writes: ['repairs'],
  settings: Settings,
  paths: ['findings', 'decisions'],
  fileSettings: ['findings', 'decisions'],
  files: async ({ findings, decisions }) => [findings, ...(decisions ? [decisions] : [])],
  run: async ({ work, settings }) => {
    for (const check of Object.keys(settings.rules)) mustBeFinding(check);
    const findings = await readFindings(settings.findings);
    const decisions =
      settings.decisions === undefined
        ? []
        : await readYamlFile(settings.decisions, z.array(DecidedFindings), {
            expected: 'a list of {check: …, action: …, reviewer: …, reason: …}',
            fix: 'see "repair" in docs/guides/build.md',
          });
    const rules = new Map(Object.entries(settings.rules));
    const used = new Set<DecidedFindings>();
    const repairs = findings.flatMap((finding): readonly Repair[] => {
      const decision = decisions.find((each) => isAbout(each, finding));
      if (decision) used.add(decision);
      const action = decision?.action ?? rules.get(finding.check);
      if (action === undefined) return [];
      mustBePossible(action, finding, settings.findings);
      const { task, check, query, documents, detail } = finding;
      return [
        {
          ...{ task, check, action },
          ...(query !== undefined && { query }),
          ...(documents && { documents }),
          by: decision?.reviewer ?? 'rule',
          reason: decision?.reason ?? `rule for ${check}${detail ? `: ${detail}` : ''}`,
        },
      ];
    });
    const idle = decisions.find((decision) => !used.has(decision));
    if (idle)
      throw new InputError({
        at: { file: settings.decisions! },
        found: `a decision that is about no finding: ${JSON.stringify(idle)}`,
        expected: `task, check, query and document as in ${settings.findings}`,
        fix: 'correct its words, or leave it out',
      });
    await work.write('repairs', repairs);
    const open = findings.length - repairs.length;
    return {
      in: findings.length,
      out: repairs.length,
      held: open > 0 ? { 'no rule and no decision': open } : {},
      figures: { actions: countsOf(repairs.map(({ action }) => action)) },
    };
  },
});

const readFindings = async (file: string): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for await (const lines of readLines(file))
    for (const { text, line } of lines) {
      const at = { file, line };
      const { success, data, error } = Finding.safeParse(parseJsonObject(text, at));
      if (!success)
        throw malformed(at, {
          found: firstIssue(error),
          expected: 'a finding of r2med audit --findings',
          fix: 'write the file again with r2med audit --findings',
        });
      findings.push(data);
    }
  return findings;
};

const isAbout = ({ task, check, query, document }: DecidedFindings, finding: Finding): boolean =>
  (task === undefined || task === finding.task) &&
  (check === undefined || check === finding.check) &&
  (query === undefined || query === finding.query) &&
  (document === undefined || (finding.documents?.includes(document) ?? false));

/** What can be done depends on what a finding is about. */
const mustBePossible = (
  action: Repair['action'],
  { check, query, documents = [] }: Finding,
  file: string,
) => {
  const needs = {
    merge: documents.length > 1 && query === undefined,
    drop: documents.length > 0 || query !== undefined,
    mask: documents.length > 0 || query !== undefined,
    relevant: documents.length > 0 && query !== undefined,
    'not-relevant': documents.length > 0 && query !== undefined,
    unjudged: documents.length > 0 && query !== undefined,
    keep: true,
  };
  if (needs[action]) return;
  throw new InputError({
    at: { file },
    found: `"${action}" for a finding of ${check}, which is about ${documents.length} documents and ${query === undefined ? 'no query' : 'a query'}`,
    expected:
      'merge for several documents; relevant, not-relevant or unjudged for a query with documents; drop or mask for a text',
    fix: 'choose another action',
  });
};
