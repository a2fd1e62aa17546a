import type { Query, QueryId, Tools } from '../../../core/index.js';
import { answerOf, type ReasoningStyle } from '../../../models/llms/index.js';
import type { Prompts } from '../../../models/prompts/index.js';
import { type GenerateEachOptions, generateEach } from '../generate-each.js';
import { GenerationStopped, type GenerationUsage } from '../generated-texts.js';
import { type GenerationPlan, planGeneration } from '../plan.js';
import { type Case, judgeOf, VERDICT_TOKENS } from './judge.js';
import { type AnswerCounts, countAnswers, type JudgedAnswer, type Outcome } from './judged-answer.js';
import type { Verdict } from './verdict.js';

/** Settings of the answer judge. */
export interface JudgingOptions extends Omit<GenerateEachOptions, 'samples'> {
  /** The task's name, by which its prompt is chosen. */
  readonly task: string;
  readonly queries: readonly Query[];
  /** The reference answers: gold, which enters the judge's prompt and no other. */
  readonly answers: ReadonlyMap<QueryId, string>;
  /** What was written for the queries: raw outputs, reasoning included. Of several the first is judged. */
  readonly texts: ReadonlyMap<QueryId, readonly string[]>;
  /** Where the answer begins in those texts. */
  readonly style: ReasoningStyle;
  readonly prompts: Prompts;
  readonly tools: Tools;
}

/** The judge's verdicts with their counts and cost. */
export interface JudgedAnswers {
  /** One for every query, in their order. */
  readonly answers: readonly JudgedAnswer[];
  readonly counts: AnswerCounts;
  /** What the judge's answers took, those from the store included. */
  readonly usage: GenerationUsage;
}

/**
 * Asks a model whether the answers in stored texts are the reference answers. What cannot be judged is counted without
 * asking: a query without a reference or a text, and a text that ends before its answer begins.
 */
export const judgeAnswers = async (options: JudgingOptions): Promise<JudgedAnswers> => {
  const { task, queries, prompts, tools } = options;
  const { cases, settled } = sorted(options);
  const toAsk = queries.filter(({ id }) => cases.has(id));
  const verdicts = new Map<QueryId, Verdict & { readonly said: string }>();
  const judge = judgeOf(options.chat.model.reasoning, prompts.template('judge', task), cases, verdicts);
  const progress = tools.progress(`judging ${task}`, toAsk.length);
  try {
    const { failures, usage } = await generateEach(judge, toAsk, options, tools, ({ failed, fromCache }) => {
      progress.advance(1, fromCache);
      if (failed) progress.status(`${failed} failed`);
    });
    const failed = new Map(failures.map(({ id, reason }) => [id, reason]));
    const answers = queries.map(({ id }): JudgedAnswer => {
      const reference = options.answers.get(id);
      const known = { id, ...(reference !== undefined && { reference }) };
      const outcome = settled.get(id);
      if (outcome) return { ...known, outcome };
      const reason = failed.get(id);
      return {
        ...known,
        ...(reason === undefined ? heard(verdicts.get(id)!) : { outcome: 'failed', said: reason }),
      };
    });
    return { answers, counts: countAnswers(answers), usage };
  } catch (error) {
    // The finished calls are cached; there is nothing else to return.
    throw error instanceof GenerationStopped ? error.cause : error;
  } finally {
    progress.done();
  }
};

/** What judging will take. It asks no model. */
export const planJudging = (options: JudgingOptions): Promise<GenerationPlan> => {
  const { queries, prompts, task, chat } = options;
  const { cases } = sorted(options);
  const judge = judgeOf(chat.model.reasoning, prompts.template('judge', task), cases, new Map());
  return planGeneration(
    judge,
    queries.filter(({ id }) => cases.has(id)),
    { ...options, assumptions: VERDICT_TOKENS },
  );
};

/** The queries to ask the judge about, and what became of the others. */
const sorted = ({ queries, answers, texts, style }: JudgingOptions) => {
  const cases = new Map<QueryId, Case>();
  const settled = new Map<QueryId, Outcome>();
  for (const { id } of queries) {
    const reference = answers.get(id)?.trim();
    const raw = texts.get(id)?.[0];
    const response = raw === undefined ? undefined : answerOf(raw, style)?.trim();
    if (!reference) settled.set(id, 'no-reference');
    else if (raw === undefined) settled.set(id, 'no-text');
    else if (!response) settled.set(id, 'no-answer');
    else cases.set(id, { reference, response });
  }
  return { cases, settled };
};

const heard = ({ said, ...verdict }: Verdict & { readonly said: string }): Omit<JudgedAnswer, 'id'> => ({
  outcome: verdict.correct === undefined ? 'unclear' : verdict.correct ? 'right' : 'wrong',
  ...verdict,
  ...(verdict.correct === undefined && { said }),
});
