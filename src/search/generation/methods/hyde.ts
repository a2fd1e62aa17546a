import { conversation } from '../../../models/llms/index.js';
import { fill } from '../../../models/prompts/index.js';
import type { GenerationMethod } from '../generation-method.js';
import { namedMethod } from '../named-method.js';
import { type MethodSetting, methodSetting, oneCall } from './method-setting.js';

/** HyDE (Gao and others, arXiv 2212.10496): the model writes a passage that would answer the query. */
export const hyde = ({ prompts, task, reasoning }: MethodSetting): GenerationMethod => {
  const system = prompts.template('system', task);
  const template = prompts.template('hyde', task);
  return {
    method: 'hyde',
    spec: { method: 'hyde', system: system.hash, template: template.hash },
    open: async () => oneCall(({ text }) => conversation(system, fill(template, { TEXT: text })), reasoning),
  };
};

export const hydeMethod = namedMethod({ settings: {}, make: (context) => hyde(methodSetting(context)) });
