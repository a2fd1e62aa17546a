import { z } from 'zod';
import { defined, groupBy, InputError, shuffled, type Tools } from '../../../core/index.js';
import { llms } from '../../../models/llms/index.js';
import type { Template } from '../../../models/prompts/index.js';
import { type Answered, askAll, planAll, sumPlans } from '../ask-all.js';
import type { JudgedCandidate } from '../item.js';
import { material } from '../prompt-texts.js';
import type { Respondent } from '../respondent.js';
import { distinctRespondents } from '../respondents.js';
import type { StepContext, StepPlan, Undecided } from '../step.js';
import { GRADES, readGrades, type Scores } from './grades.js';
import { pairId } from './judge-figures.js';

const grade = z.number().min(GRADES[0]).max(GRADES.at(-1)!);

export const JUDGES = 'who grades: LLMs of different families, or prepared:FILE; commas between';

/** Settings of every step that asks judges, besides who they are. */
export const judgeFields = {
  high: grade.default(3).describe('mean grade from which a criterion is high'),
  middle: grade.default(2).describe('least grade of any judge for a relevant document'),
  low: grade.default(1).describe('mean grade up to which a criterion is low'),
  contestants: z
    .array(z.string())
    .default([])
    .describe('models or families that the benchmark will score: a judge among them is named as such'),
  orderSeed: z.int().default(1).describe('seed of the order in which each judge sees the candidates'),
} as const;

type JudgeSettings = z.infer<z.ZodObject<typeof judgeFields>> & { readonly judges: readonly string[] };

/** A query with one of its candidates, as a judge sees them. */
export interface JudgedPair {
  readonly item: string;
  readonly passage: string;
  /** What fills the prompt: all that the judge sees. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface JudgeQuestions {
  readonly step: string;
  readonly pairs: readonly JudgedPair[];
  readonly template: Template;
}

type Context = Pick<StepContext, 'respondent'> & { readonly settings: JudgeSettings };

/** What these questions will cost, over all judges. */
export const planJudges = async (questions: JudgeQuestions, context: Context): Promise<StepPlan> =>
  sumPlans(
    await Promise.all(
      (await openJudges(context)).map((judge, i) =>
        planAll(questionsFor(questions, context.settings.orderSeed + i), judge),
      ),
    ),
  );

export const askJudges = async (questions: JudgeQuestions, context: Context & { readonly tools: Tools }) => {
  const { settings, tools } = context;
  const respondents = await openJudges(context);
  const judges = judgeNotes(respondents, settings.contestants);
  const warnings = judgeWarnings(judges);
  for (const warning of warnings) tools.note(warning);
  const undecided: Undecided[] = [];
  const answers: ReadonlyMap<string, Answered<Scores & { readonly reason: string }>>[] = [];
  for (const [i, respondent] of respondents.entries()) {
    const asked = await askAll(
      { ...questionsFor(questions, settings.orderSeed + i), read: readGrades },
      respondent,
      tools,
    );
    answers.push(asked.answered);
    undecided.push(...asked.undecided);
  }
  return {
    /** The judges' grades of a pair; only where nothing is undecided. */
    judgesOf: (pair: Pick<JudgedPair, 'item' | 'passage'>): JudgedCandidate['judges'] =>
      answers.map((answered) => {
        const { value, by } = answered.get(pairId(pair))!;
        return { judge: by.by, ...value, prompt: by.prompt!, raw: by.raw! };
      }),
    undecided,
    judges: whoJudged(judges, answers),
    warnings,
  };
};

/** Who gave the verdicts. Where prepared answers stand in for a judge, they are named with their number, and a judge who gave none is left out. */
const whoJudged = (
  judges: readonly JudgeNote[],
  answers: readonly ReadonlyMap<string, { readonly by: { readonly by: string } }>[],
): readonly JudgeNote[] =>
  judges.flatMap((judge, i) => {
    const given = groupBy([...answers[i]!.values()], ({ by }) => by.by);
    if (given.size === 0 || (given.size === 1 && given.has(judge.name))) return [judge];
    return [...given].map(([name, { length: verdicts }]) => ({
      ...(name === judge.name ? judge : { name, family: name }),
      verdicts,
    }));
  });

const openJudges = async ({ settings, respondent }: Context): Promise<readonly Respondent[]> => {
  const { high, middle, low } = settings;
  if (low >= high || middle > high)
    throw new InputError({
      found: `low ${low}, middle ${middle}, high ${high}`,
      expected: 'low below high, and middle at most high',
      fix: 'write them in this order: low, middle, high',
    });
  return distinctRespondents('judges', settings.judges, respondent);
};

/** A judge sees one pair at a time, and neither who found it nor the grades of others; each sees them in an order of its own. */
const questionsFor = ({ step, pairs, template }: JudgeQuestions, seed: number) => ({
  step,
  subjects: shuffled(pairs, seed),
  idOf: pairId,
  template,
  valuesOf: ({ texts }: JudgedPair) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, material(text)])),
  expectedTokens: 80,
});

export interface JudgeNote {
  readonly name: string;
  readonly family: string;
  /** Why the judge is also a contestant; absent where it is none that is known of. */
  readonly contestant?: string;
  /** How many verdicts are its own, where another stood in for the rest. */
  readonly verdicts?: number;
}

/**
 * The judges, and which of them are also contestants: named so by the user, by name or family, or an LLM of the registry, whose generated texts and
 * rerankings are scored by this benchmark.
 */
export const judgeNotes = (
  judges: readonly Pick<Respondent, 'name' | 'family'>[],
  contestants: readonly string[],
): readonly JudgeNote[] => {
  const named = new Set(contestants.map((name) => name.toLowerCase()));
  return judges.map(({ name, family }) => {
    const contestant = named.has(name.toLowerCase())
      ? 'named as a contestant'
      : named.has(family.toLowerCase())
        ? `its family ${family} is named as a contestant`
        : Object.hasOwn(llms(), name)
          ? 'an LLM of the registry, which systems may generate and rerank with'
          : undefined;
    return { name, family, ...defined({ contestant }) };
  });
};

/** What a reader of the labels should know of the judges. */
export const judgeWarnings = (judges: readonly JudgeNote[]): readonly string[] => [
  ...(judges.length === 1 ? ['one judge: no agreement can be computed'] : []),
  ...[...groupBy(judges, ({ family }) => family)]
    .filter(([, same]) => same.length > 1)
    .map(
      ([family, same]) =>
        `judges of one family (${family}): ${same.map(({ name }) => name).join(', ')}; they may share their errors`,
    ),
  ...judges.flatMap(({ name, contestant }) =>
    contestant === undefined ? [] : [`the judge ${name} is also a contestant: ${contestant}`],
  ),
];
