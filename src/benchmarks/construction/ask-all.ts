import { defined, limiter, type Tools } from '../../core/index.js';
import { ChatFailure } from '../../models/llms/index.js';
import { fill, type Prompts, type Template } from '../../models/prompts/index.js';
import type { Decision } from './item.js';
import type { ReplyReading } from './prompt-texts.js';
import { type Respondent, type StepRequest, sumUsage } from './respondent.js';
import type { StepPlan, Undecided } from './step.js';

/** One question for every subject: what a part of a step asks, and how replies are read. */
export interface Questions<Subject, Value> {
  /** As requests and prepared answers name it: `classify`, `filter/solve`. */
  readonly step: string;
  readonly subjects: readonly Subject[];
  /** What each is about: the item's id, or item and passage joined by a tab. */
  idOf(subject: Subject): string;
  readonly template: Template;
  /** What fills the template: all that the respondent sees. */
  valuesOf(subject: Subject): Readonly<Record<string, string>>;
  /** Reads a reply, or says why it cannot be read. */
  read(text: string, subject: Subject): ReplyReading<Value>;
  readonly expectedTokens?: number;
}

/** Questions by the prompt of their step: `filter/solve` asks by `build-filter/solve`. */
export const questionsOn = <Subject, Value>(
  step: string,
  subjects: readonly Subject[],
  prompts: Prompts,
  about: Omit<Questions<Subject, Value>, 'step' | 'subjects' | 'template'>,
): Questions<Subject, Value> => ({
  ...{ step, subjects, template: prompts.template(`build-${step}`, 'default') },
  ...about,
});

/** A reply that could be read. */
export interface Answered<Value> {
  readonly value: Value;
  readonly raw: string;
  /** What a decision says of where it comes from. */
  readonly by: Pick<Decision, 'by' | 'prompt' | 'seed' | 'raw'>;
}

export interface AskedAll<Value> {
  /** By the id of the subject. */
  readonly answered: ReadonlyMap<string, Answered<Value>>;
  readonly undecided: readonly Undecided[];
}

const requestsOf = <Subject>(questions: Omit<Questions<Subject, never>, 'read'>): readonly StepRequest[] => {
  const { step, subjects, idOf, template, valuesOf, expectedTokens } = questions;
  return subjects.map((subject) => ({
    step,
    id: idOf(subject),
    prompt: fill(template, valuesOf(subject)),
    template: template.hash,
    ...defined({ expectedTokens }),
  }));
};

/** What these questions will take. It makes no call. */
export const planAll = async <Subject>(
  questions: Omit<Questions<Subject, never>, 'read'>,
  respondent: Respondent,
): Promise<StepPlan> => respondent.estimate(requestsOf(questions));

export const sumPlans = (plans: readonly StepPlan[]): StepPlan => ({
  ...sumUsage(plans),
  cached: plans.reduce((sum, { cached }) => sum + cached, 0),
});

/**
 * Asks one question about every subject, several at once. A call that fails and a reply that cannot be read leave their subject
 * undecided, and the rest goes on; anything else (no server, the budget, Ctrl-C) ends the work when the calls in flight are over.
 * What comes out is in the order of the subjects.
 */
export const askAll = async <Subject, Value>(
  questions: Questions<Subject, Value>,
  respondent: Respondent,
  tools: Pick<Tools, 'signal' | 'progress'>,
): Promise<AskedAll<Value>> => {
  const { step, subjects, read, template } = questions;
  const requests = requestsOf(questions);
  const limit = limiter(respondent.concurrency);
  const progress = tools.progress(`${step}: ${respondent.name}`, requests.length);
  const outcomes = new Map<number, Answered<Value> | Undecided>();
  let undecidedSoFar = 0;
  const askOne = async (request: StepRequest, i: number): Promise<void> => {
    tools.signal.throwIfAborted();
    const outcome = await answerTo(request, (text) => read(text, subjects[i]!), respondent, template);
    outcomes.set(i, outcome.outcome);
    progress.advance(1, outcome.fromCache);
    if ('why' in outcome.outcome) progress.status(`${++undecidedSoFar} undecided`);
  };
  try {
    await Promise.allSettled(requests.map((request, i) => limit.pass(() => askOne(request, i))));
    limit.mustGoOn();
  } finally {
    progress.done();
  }
  const answered = new Map<string, Answered<Value>>();
  const undecided: Undecided[] = [];
  for (const [i, { id }] of requests.entries()) {
    const outcome = outcomes.get(i)!;
    if ('why' in outcome) undecided.push(outcome);
    else answered.set(id, outcome);
  }
  return { answered, undecided };
};

const TRUNCATED = { unreadable: 'it ended at the limit of tokens (--max-tokens)' };

const answerTo = async <Value>(
  request: StepRequest,
  read: (text: string) => ReplyReading<Value>,
  respondent: Respondent,
  template: Template,
): Promise<{ readonly outcome: Answered<Value> | Undecided; readonly fromCache: boolean }> => {
  const { step, id, prompt } = request;
  const by = respondent.name;
  let fromCache = true;
  for (let attempt = 0; ; attempt++) {
    try {
      const reply = await respondent.ask({ ...request, attempt });
      fromCache &&= reply.fromCache;
      const reading = reply.truncated ? TRUNCATED : read(reply.text);
      if ('value' in reading) {
        const own = reply.by === undefined && respondent.seed !== undefined;
        const seed = own ? { seed: respondent.seed! + attempt } : {};
        const from = { by: reply.by ?? by, prompt: template.hash, ...seed, raw: reply.text };
        return { outcome: { value: reading.value, raw: reply.text, by: from }, fromCache };
      }
      if (respondent.mayAskAgain(attempt, reply)) continue;
      const why = `a response that cannot be read: ${reading.unreadable}`;
      return { outcome: { step, id, by, why, text: reply.text, prompt }, fromCache };
    } catch (error) {
      if (!(error instanceof ChatFailure)) throw error;
      return { outcome: { step, id, by, why: error.message, prompt }, fromCache };
    }
  }
};
