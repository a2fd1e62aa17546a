import { openQuestion } from '../../../models/prompts/index.js';
import type { GenerationMethod } from '../generation-method.js';
import { namedMethod } from '../named-method.js';
import { type MethodSetting, methodSetting, oneCall } from './method-setting.js';

/** HyDE (Gao and others, arXiv 2212.10496): the model writes a passage that would answer the query. */
export const hyde = ({ prompts, task, reasoning }: MethodSetting): GenerationMethod => {
  const question = openQuestion(prompts, task, 'hyde');
  return {
    method: 'hyde',
    spec: { method: 'hyde', ...question.spec },
    open: async () => oneCall(({ text }) => question.messages({ TEXT: text }), reasoning),
  };
};

export const hydeMethod = namedMethod({ settings: {}, make: (context) => hyde(methodSetting(context)) });
