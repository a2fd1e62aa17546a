import { openQuestion } from '../../../models/prompts/index.js';
import type { GenerationMethod } from '../generation-method.js';
import { namedMethod } from '../named-method.js';
import { type MethodSetting, methodSetting, oneCall } from './method-setting.js';

/** A query aligner (INF-X): the model says what a long text asks for, and that is searched with in place of the text. */
const align = ({ prompts, task, reasoning }: MethodSetting): GenerationMethod => {
  const question = openQuestion(prompts, task, 'align', 'align/system');
  return {
    method: 'align',
    spec: { method: 'align', ...question.spec },
    open: async () => oneCall(({ text }) => question.messages({ TEXT: text }), reasoning),
  };
};

export const alignMethod = namedMethod({
  settings: {},
  expansion: { join: 'alone', dense: 'alone', anyModel: true },
  make: (context) => align(methodSetting(context)),
});
