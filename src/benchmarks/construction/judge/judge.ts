import { z } from 'zod';
import { InputError, type Json } from '../../../core/index.js';
import { BuildItem, heldCounts, type JudgedCandidate, Passage, PooledCandidate } from '../item.js';
import { judgedPoolFigures } from '../pool/pool-figures.js';
import { FoundList } from '../pool/views.js';
import { defineStep, type StepContext } from '../step.js';
import { rowsIfThere } from '../work-folder.js';
import {
  askJudges,
  JUDGES,
  type JudgedPair,
  type JudgeQuestions,
  judgeFields,
  planJudges,
} from './ask-judges.js';
import { calibrate, DecidedByReview } from './calibrate.js';
import { type LabelRule, labelOf, ruleText } from './grades.js';
import { agreementNotes, gradeCounts, judgeAgreement, labelFigures } from './judge-figures.js';

const JudgeSettings = z.strictObject({ judges: z.array(z.string()).min(1).describe(JUDGES), ...judgeFields });
type JudgeSettings = z.infer<typeof JudgeSettings>;

const PROMPT = 'build-judge';
/** Labels as reasons, for the counts of the report. */
const HELD_AS = { 'not-relevant': 'not relevant', unjudged: 'unjudged' } as const;

export const judge = defineStep({
  name: 'judge',
  help: 'grade candidates by several judges and label them',
  example: '--judges gpt4,llama-70b',
  reads: ['reasoned', 'passages', 'candidates', 'lists'],
  mayRead: ['review/decisions'],
  writes: ['judged'],
  settings: JudgeSettings,
  prompts: [PROMPT],
  asks: ({ judges }) => judges,
  plan: async (context) => planJudges(await questionsOf(context), context),
  run: async (context) => {
    const { work, settings, tools } = context;
    const candidates = await work.read('candidates', PooledCandidate);
    const { judgesOf, undecided, judges, warnings } = await askJudges(await questionsOf(context), context);
    if (undecided.length > 0) return { in: candidates.length, out: 0, held: {}, undecided, figures: {} };
    const judged = candidates.flatMap((candidate) => rowsOf(candidate, judgesOf(candidate), settings));
    await work.write('judged', judged);
    const decisions = await rowsIfThere(work, 'review/decisions', DecidedByReview);
    const calibration = calibrate(judged, decisions, settings);
    const agreements = judgeAgreement(judged);
    for (const line of agreementNotes(agreements)) tools.note(line);
    return {
      in: judged.length,
      out: judged.filter(({ label }) => label === 'relevant').length,
      held: heldCounts(
        judged.flatMap(({ label }) => (label === 'relevant' ? [] : [{ why: HELD_AS[label] }])),
      ),
      figures: {
        rule: ruleText(settings),
        judges: judges as unknown as Json,
        warnings,
        ...labelFigures(judged),
        grades: gradeCounts(judged),
        agreement: agreements as unknown as Json,
        pool: judgedPoolFigures(await work.read('lists', FoundList), candidates, judged),
        ...(calibration && { calibration }),
      },
    };
  },
});

const questionsOf = async ({ work, prompts }: StepContext<JudgeSettings>): Promise<JudgeQuestions> => {
  const items = new Map((await work.read('reasoned', BuildItem)).map((item) => [item.id, item]));
  const passages = new Map((await work.read('passages', Passage)).map((passage) => [passage.id, passage]));
  const pairs = (await work.read('candidates', PooledCandidate)).map((candidate) => {
    const item = items.get(candidate.item);
    const passage = passages.get(candidate.passage);
    if (item && passage) return pairOf(item, passage);
    throw new InputError({
      found: `build judge: the candidate ${candidate.passage} of ${candidate.item}, which are not both in the work folder`,
      expected: 'candidates that were pooled from these items and passages',
      fix: 'run r2med build pool again',
    });
  });
  return { step: 'judge', pairs, template: prompts.template(PROMPT, 'default') };
};

const pairOf = (item: BuildItem, passage: Passage): JudgedPair => ({
  item: item.id,
  passage: passage.id,
  texts: {
    QUERY: item.query ?? item.text,
    ANSWER: item.answer ?? '(not given)',
    REASONING: item.reasoning ?? '(not given)',
    PASSAGE: passage.title === undefined ? passage.text : `${passage.title}\n${passage.text}`,
  },
});

/** The row of a candidate, and those of its near-duplicates, which get its label. */
const rowsOf = (
  { item, passage, duplicates = [] }: PooledCandidate,
  judges: JudgedCandidate['judges'],
  rule: LabelRule,
): readonly JudgedCandidate[] => {
  const label = labelOf(judges, rule);
  return [
    { item, passage, label, judges },
    ...duplicates.map((other) => ({
      item,
      passage: other.passage,
      label,
      judges: [],
      by: 'near-duplicate',
      duplicateOf: passage,
    })),
  ];
};
