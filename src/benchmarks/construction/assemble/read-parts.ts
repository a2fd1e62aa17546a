import { BuildItem, JudgedCandidate, Passage } from '../item.js';
import type { StepReport, WorkFolder } from '../step.js';

/** Everything that a release is made of, as the steps left it. */
export interface Parts {
  /** Exam questions, posts and treatment cases with a query; undefined where the work folder has none. */
  readonly evidence?: FamilyParts;
  readonly cases?: FamilyParts;
  readonly reports: readonly StepReport[];
}

/** Queries, documents and judgements of one kind of task. */
export interface FamilyParts {
  readonly items: readonly BuildItem[];
  readonly passages: readonly Passage[];
  readonly judged: readonly JudgedCandidate[];
}

const EVIDENCE = ['reasoned', 'passages', 'judged'] as const;
const CASES = ['cases', 'case-passages', 'case-judged'] as const;
/** The steps whose counts are in the card, in their order. */
const STAGES = [
  ...[
    'collect',
    'classify',
    'filter',
    'reformulate',
    'reason',
    'chunk',
    'pool',
    'judge',
    'cases',
    'review',
    'repair',
  ],
];

export const PART_FILES: readonly string[] = [...EVIDENCE, ...CASES];

export const readParts = async (work: WorkFolder): Promise<Parts> => {
  const family = async (files: readonly string[]): Promise<FamilyParts | undefined> => {
    const [items, passages, judged] = files as readonly [string, string, string];
    if (!(await work.exists(items))) return undefined;
    return {
      items: await work.read(items, BuildItem),
      passages: await work.read(passages, Passage),
      judged: await work.read(judged, JudgedCandidate),
    };
  };
  const reports: StepReport[] = [];
  for (const step of STAGES) {
    const report = await work.readReport(step);
    if (report) reports.push(report);
  }
  const [evidence, cases] = [await family(EVIDENCE), await family(CASES)];
  return { ...(evidence && { evidence }), ...(cases && { cases }), reports };
};
