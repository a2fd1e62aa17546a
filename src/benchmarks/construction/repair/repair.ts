import { z } from 'zod';
import { InputError } from '../../../core/index.js';
import { mustBeFinding } from '../../audit/index.js';
import { countsOf } from '../item.js';
import { defineStep } from '../step.js';
import { decisionFiles, type FindingDecision, readDecisions } from './decisions.js';
import { actionsFor, type Finding, readFindings } from './finding.js';
import { REPAIRS, type Repair } from './repair-row.js';

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
    .describe(
      'file (YAML) of what a person decided, or folder of r2med review findings; it comes before the rules',
    ),
});

/** Repairs what an audit found. The parts stay as the steps left them: assemble applies the repairs, and the release lists them. */
export const repair = defineStep({
  name: 'repair',
  help: 'merge, drop, mask or label what the audit found, by rules or by decisions of people',
  example: '--findings findings.jsonl --decisions decisions.yaml',
  reads: [],
  writes: ['repairs'],
  settings: Settings,
  paths: ['findings', 'decisions'],
  fileSettings: ['findings', 'decisions'],
  files: async ({ findings, decisions }) => [
    findings,
    ...(decisions === undefined ? [] : await decisionFiles(decisions)),
  ],
  run: async (context) => {
    const { work, settings } = context;
    for (const check of Object.keys(settings.rules)) mustBeFinding(check);
    const findings = await readFindings(settings.findings);
    const decisions =
      settings.decisions === undefined ? [] : await readDecisions(settings.decisions, context);
    const rules = new Map(Object.entries(settings.rules));
    const used = new Set<FindingDecision>();
    let open = 0;
    const repairs = findings.flatMap((finding): readonly Repair[] => {
      const decision = decisions.find((each) => each.isAbout(finding));
      if (decision) used.add(decision);
      // What reviewers left open is theirs to decide: no rule does it for them.
      if (decision && decision.action === undefined) open += 1;
      const action = decision ? decision.action : rules.get(finding.check);
      if (action === undefined) return [];
      mustBePossible(action, finding, settings.findings);
      const { task, check, query, documents, detail } = finding;
      return [
        {
          ...{ task, check, action },
          ...(query !== undefined && { query }),
          ...(documents && { documents }),
          by: decision?.by ?? 'rule',
          reason: decision?.reason ?? `rule for ${check}${detail ? `: ${detail}` : ''}`,
        },
      ];
    });
    const idle = decisions.find((decision) => !used.has(decision));
    if (idle)
      throw new InputError({
        at: { file: settings.decisions! },
        found: `a decision that is about no finding: ${JSON.stringify(idle.words)}`,
        expected: `task, check, query and document as in ${settings.findings}`,
        fix: 'correct its words, or leave it out; of a review, name the findings that it was made of',
      });
    await work.write('repairs', repairs);
    const undecided = findings.length - repairs.length - open;
    return {
      in: findings.length,
      out: repairs.length,
      held: {
        ...(undecided > 0 && { 'no rule and no decision': undecided }),
        ...(open > 0 && { 'open in the review': open }),
      },
      figures: { actions: countsOf(repairs.map(({ action }) => action)) },
    };
  },
});

const mustBePossible = (action: Repair['action'], finding: Finding, file: string) => {
  if (actionsFor(finding).includes(action)) return;
  const { check, query, documents = [] } = finding;
  throw new InputError({
    at: { file },
    found: `"${action}" for a finding of ${check}, which is about ${documents.length} documents and ${query === undefined ? 'no query' : 'a query'}`,
    expected:
      'merge for several documents; relevant, not-relevant or unjudged for a query with documents; drop or mask for a text',
    fix: 'choose another action',
  });
};
