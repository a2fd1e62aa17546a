import type { Query, QueryId, Tools } from '../../../core/index.js';
import {
  answerOf,
  type ChatModel,
  type Message,
  type ReasoningStyle,
  type Sampling,
  spoken,
} from '../../../models/llms/index.js';
import { fill, type Prompts, type Template } from '../../../models/prompts/index.js';
import { type GenerateEachOptions, generateEach } from '../generate-texts.js';
import { type GenerationUsage, unwrapped } from '../generated-texts.js';
import type { OpenGenerationMethod } from '../generation-method.js';
import { type Assumptions, type GenerationPlan, planGeneration } from '../plan.js';
import { callSampling } from '../sampling.js';
import { type AnswerCounts, type AnswerOutcome, countAnswers, type JudgedAnswer } from './judged-answer.js';
import { type AnswerVerdict, readVerdict } from './verdict.js';

/** Settings of the answer judge. */
export interface JudgingOptions extends Omit<GenerateEachOptions, 'samples'> {
  /** The task's name, by which its prompt is chosen. */
  readonly task: string;
  readonly queries: readonly Query[];
  /** The reference answers, which enter the judge's prompt and no other. */
  readonly answers: ReadonlyMap<QueryId, string>;
  /** What was written for the queries: raw outputs, reasoning included. Of several the first is judged. */
  readonly texts: ReadonlyMap<QueryId, readonly string[]>;
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
  const verdicts = new Map<QueryId, Heard>();
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
    return unwrapped(error);
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
  const settled = new Map<QueryId, AnswerOutcome>();
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

type Heard = AnswerVerdict & { readonly said: string };

const heard = ({ said, ...verdict }: Heard): Omit<JudgedAnswer, 'id'> => ({
  outcome: verdict.correct === undefined ? 'unclear' : verdict.correct ? 'right' : 'wrong',
  ...verdict,
  ...(verdict.correct === undefined && { said }),
});

interface Case {
  readonly reference: string;
  readonly response: string;
}

/** A verdict should be the same when it is requested again, so the likeliest words are taken, not drawn ones. */
const SAMPLING: Sampling = { temperature: 0 };

/** How a judge is sampled: what the user says first, then what judging asks for, then the model's own. */
export const judgeSampling = (model: Pick<ChatModel, 'sampling'>, user?: Sampling): Sampling => ({
  ...model.sampling,
  ...callSampling(SAMPLING, user),
});

/** Three short lines; a model that thinks first weighs two terms, which takes less than writing a passage. */
const VERDICT_TOKENS = {
  tokensPerText: 80,
  tokensPerReasonedText: 800,
} as const satisfies Partial<Assumptions>;

/**
 * The judge as a generation method that returns verdicts, so that concurrency, failures and resuming are those of every other method.
 * Each verdict is also put into `verdicts`.
 */
const judgeOf = (
  style: ReasoningStyle,
  template: Template,
  cases: ReadonlyMap<QueryId, Case>,
  verdicts: Map<QueryId, Heard>,
): OpenGenerationMethod => {
  const messagesFor = ({ id, text }: Query): readonly Message[] => {
    const { reference, response } = cases.get(id)!;
    const content = fill(template, { QUESTION: text, REFERENCE: reference, RESPONSE: response });
    return [{ role: 'user', content }];
  };
  return {
    write: async (query, ask) => {
      const reply = await ask(messagesFor(query), SAMPLING);
      verdicts.set(query.id, { ...readVerdict(spoken(reply, style) ?? ''), said: reply.text });
      return { texts: [reply.text], trace: [] };
    },
    expected: (query) => ({
      known: [{ messages: messagesFor(query), sampling: SAMPLING }],
      further: 0,
      furtherTokensIn: 0,
    }),
  };
};
