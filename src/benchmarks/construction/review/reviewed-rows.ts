import { z } from 'zod';
import { BuildItem, Held, JudgedCandidate, Passage } from '../item.js';
import type { LabelRule } from '../judge/grades.js';
import type { WorkFolder } from '../step.js';
import { rowsIfThere } from '../work-folder.js';

/** The rows of the steps whose decisions are reviewed. Held items are among them: a wrong rejection shows nowhere else. */
export type ReviewedRows = Awaited<ReturnType<typeof readReviewedRows>>;

export const REVIEWED_FILES: readonly string[] = [
  ...['classified', 'classify.held', 'filtered', 'filter.held', 'reformulated', 'reasoned', 'passages'],
  ...['judged', 'cases', 'case-passages', 'case-judged'],
];

const Rule = z.object({ high: z.number(), middle: z.number(), low: z.number() });

export const readReviewedRows = async (work: WorkFolder) => {
  const rows = <Row>(name: string, schema: { parse(value: unknown): Row }) => rowsIfThere(work, name, schema);
  const withHeld = async (name: string, held: string): Promise<readonly BuildItem[]> => [
    ...(await rows(name, BuildItem)),
    ...(await rows(held, Held)).flatMap(({ item }) => item ?? []),
  ];
  const judged = await rows('judged', JudgedCandidate);
  const report = judged.length > 0 ? await work.readReport('judge') : undefined;
  return {
    classified: await withHeld('classified', 'classify.held'),
    filtered: await withHeld('filtered', 'filter.held'),
    reformulated: await rows('reformulated', BuildItem),
    reasoned: await rows('reasoned', BuildItem),
    passages: await rows('passages', Passage),
    judged,
    cases: await rows('cases', BuildItem),
    casePassages: await rows('case-passages', Passage),
    caseJudged: await rows('case-judged', JudgedCandidate),
    /** The rule by which the judges' grades became labels; without judged rows none is needed. */
    rule: (report ? Rule.parse(report.settings) : { high: 0, middle: 0, low: 0 }) as LabelRule,
  };
};
