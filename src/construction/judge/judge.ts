import { z } from 'zod';
import { InputError, type Json, shuffled } from '../../core/index.js';
import { type Answered, askAll, planAll, sumPlans } from '../ask-all.js';
import { dataValues } from '../data-values.js';
import { Candidate, Item, type JudgedCandidate, Passage } from '../item.js';
import { FoundList } from '../pool/found-list.js';
import { judgedPoolFigures } from '../pool/pool-figures.js';
import type { Respondent } from '../respondent.js';
import { defineStep, type StepContext, type Undecided } from '../step.js';
import { calibrate, DecidedByReview } from './calibrate.js';
import { judgeFigures, pairId } from './judge-figures.js';
import { judgeNotes, judgeWarnings } from './judge-notes.js';
import { labelOf, ruleText } from './label-rule.js';
import { type Grades, readGrades } from './read-grades.js';
import { GRADES } from './scale.js';

const grade = z.number().min(GRADES[0]).max(GRADES.at(-1)!);

const JudgeSettings = z.strictObject({
  judges: z
    .array(z.string())
    .min(1)
    .describe('who grades: LLMs of different families, or prepared:FILE; commas between'),
  high: grade.default(3).describe('mean grade from which a criterion is high'),
  middle: grade.default(2).describe('least grade of any judge for a relevant document'),
  low: grade.default(1).describe('mean grade up to which a criterion is low'),
  contestants: z
    .array(z.string())
    .default([])
    .describe('models or families that the benchmark will score: a judge among them is named as such'),
  seed: z.int().default(1).describe('seed of the order in which each judge sees the candidates'),
});
type JudgeSettings = z.infer<typeof JudgeSettings>;

const PROMPT = 'build-judge';

/** Relevant documents among the candidates. */
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
  plan: async (context) => {
    const candidates = await readCandidates(context);
    const judges = await openJudges(context);
    return sumPlans(
      await Promise.all(judges.map((each, i) => planAll(questionsFor(candidates, i, context), each))),
    );
  },
  run: async (context) => {
    const { work, settings, tools } = context;
    const candidates = await readCandidates(context);
    const judges = await openJudges(context);
    const notes = judgeNotes(judges, settings.contestants);
    const warnings = judgeWarnings(notes);
    for (const warning of warnings) tools.note(warning);
    const undecided: Undecided[] = [];
    const answers: ReadonlyMap<string, Answered<Grades>>[] = [];
    for (const [i, each] of judges.entries()) {
      const asked = await askAll({ ...questionsFor(candidates, i, context), read: readGrades }, each, tools);
      answers.push(asked.answered);
      undecided.push(...asked.undecided);
    }
    if (undecided.length > 0) return { in: candidates.length, out: 0, held: {}, undecided, figures: {} };
    const judged = candidates.flatMap(({ candidate }) => rowsOf(candidate, answers, settings));
    await work.write('judged', judged);
    const count = (label: JudgedCandidate['label']): number =>
      judged.filter((row) => row.label === label).length;
    const lists = await work.read('lists', FoundList);
    const decisions = (await work.exists('review/decisions'))
      ? await work.read('review/decisions', DecidedByReview)
      : [];
    const calibration = calibrate(judged, decisions, settings);
    return {
      in: judged.length,
      out: count('relevant'),
      held: { 'not relevant': count('not-relevant'), unjudged: count('unjudged') },
      figures: {
        rule: ruleText(settings),
        judges: notes as unknown as Json,
        warnings,
        ...judgeFigures(judged),
        pool: judgedPoolFigures(
          lists,
          candidates.map(({ candidate }) => candidate),
          judged,
        ),
        ...(calibration && { calibration }),
      },
    };
  },
});

/** A candidate with the texts that a judge sees. */
interface Subject {
  readonly candidate: Candidate;
  readonly item: Item;
  readonly passage: Passage;
}

const readCandidates = async ({ work }: StepContext<JudgeSettings>): Promise<readonly Subject[]> => {
  const items = new Map((await work.read('reasoned', Item)).map((item) => [item.id, item]));
  const passages = new Map((await work.read('passages', Passage)).map((passage) => [passage.id, passage]));
  return (await work.read('candidates', Candidate)).map((candidate) => {
    const item = items.get(candidate.item);
    const passage = passages.get(candidate.passage);
    if (item && passage) return { candidate, item, passage };
    throw new InputError({
      found: `build judge: the candidate ${candidate.passage} of ${candidate.item}, which are not both in the work folder`,
      expected: 'candidates that were pooled from these items and passages',
      fix: 'run r2med build pool again',
    });
  });
};

const openJudges = async ({
  settings,
  respondent,
}: StepContext<JudgeSettings>): Promise<readonly Respondent[]> => {
  const { high, middle, low } = settings;
  if (low >= high || middle > high)
    throw new InputError({
      found: `build judge: low ${low}, middle ${middle}, high ${high}`,
      expected: 'low below high, and middle at most high',
    });
  const judges = await Promise.all([...new Set(settings.judges)].map(respondent));
  const twice = judges.find(({ name }, i) => judges.findIndex((other) => other.name === name) < i);
  if (!twice) return judges;
  throw new InputError({
    found: `build judge: two judges called ${twice.name}`,
    expected: 'names that differ, since grades are kept by them',
    fix: 'rename one file of prepared answers, or name its judge as prepared:FILE#judge',
  });
};

/** A judge sees one candidate at a time, and neither who found it nor what others said; each sees them in an order of its own. */
const questionsFor = (
  candidates: readonly Subject[],
  judgeNumber: number,
  { settings, prompts }: StepContext<JudgeSettings>,
) => {
  const template = prompts.template(PROMPT, 'default');
  return {
    step: 'judge',
    subjects: shuffled(candidates, settings.seed + judgeNumber),
    idOf: ({ candidate }: Subject) => pairId(candidate),
    template,
    valuesOf: ({ item, passage }: Subject) =>
      dataValues(template, {
        QUERY: item.query ?? item.text,
        ANSWER: item.answer ?? '(not given)',
        REASONING: item.reasoning ?? '(not given)',
        PASSAGE: passage.title === undefined ? passage.text : `${passage.title}\n${passage.text}`,
      }),
    expectedTokens: 80,
  };
};

/** The row of a candidate, and those of its near-duplicates, which get its label. */
const rowsOf = (
  candidate: Candidate,
  answers: readonly ReadonlyMap<string, Answered<Grades>>[],
  settings: JudgeSettings,
): readonly JudgedCandidate[] => {
  const { item, passage, duplicates = [] } = candidate;
  const judges = answers.map((answered) => {
    const { value, by } = answered.get(pairId(candidate))!;
    return { judge: by.by, ...value, prompt: by.prompt!, raw: by.raw! };
  });
  const label = labelOf(judges, settings);
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
