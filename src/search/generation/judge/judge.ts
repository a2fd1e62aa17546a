import type { Query, QueryId } from '../../../core/index.js';
import {
  type ChatModel,
  type Message,
  type ReasoningStyle,
  type Sampling,
  spoken,
} from '../../../models/llms/index.js';
import { fill, type Template } from '../../../models/prompts/index.js';
import type { OpenGenerationMethod } from '../generation-method.js';
import type { Assumptions } from '../plan.js';
import { callSampling } from '../sampling.js';
import { readVerdict, type Verdict } from './verdict.js';

/** What a judge compares for one query. */
export interface Case {
  readonly reference: string;
  /** The stored text without its reasoning. */
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
export const VERDICT_TOKENS = {
  tokensPerText: 80,
  tokensPerReasonedText: 800,
} as const satisfies Partial<Assumptions>;

/**
 * The judge as a generation method that returns verdicts, so that concurrency, failures and resuming are those of every other method.
 * Each verdict is also put into `verdicts`.
 */
export const judgeOf = (
  style: ReasoningStyle,
  template: Template,
  cases: ReadonlyMap<QueryId, Case>,
  verdicts: Map<QueryId, Verdict & { readonly said: string }>,
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
