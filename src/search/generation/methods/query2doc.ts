import { InputError, type Settings } from '../../../core/index.js';
import { exampleLeak, openQuestion } from '../../../models/prompts/index.js';
import type { GenerationMethod } from '../generation-method.js';
import { type MethodContext, namedMethod } from '../named-method.js';
import { type MethodSetting, methodSetting, oneCall } from './method-setting.js';

/** Query2doc (Wang and others, arXiv 2303.07678): as HyDE, after examples of queries and their passages. */
export const query2doc = ({ prompts, task, reasoning }: MethodSetting): GenerationMethod => {
  const question = openQuestion(prompts, task, 'query2doc');
  const examples = prompts.template('query2doc/examples', task);
  return {
    method: 'query2doc',
    spec: { method: 'query2doc', ...question.spec, examples: examples.hash },
    // Query and examples are filled in one pass. The reference implementation fills twice, and braces in its examples would break that.
    open: async () =>
      oneCall(({ text }) => question.messages({ TEXT: text, EXAMPLES: examples.text }), reasoning),
  };
};

/** Examples that hold what is asked would be an answer sheet. */
const mustNotLeak = ({ prompts, task }: MethodContext<Settings>): void => {
  const { text, source } = prompts.template('query2doc/examples', task.name);
  const leak = exampleLeak(text, task.queries);
  if (leak)
    throw new InputError({
      at: { file: source },
      found: `examples that hold the query "${leak.query}" of ${task.name}`,
      expected: 'examples that are not among the queries they are used for',
      fix: 'write other examples',
    });
};

export const query2docMethod = namedMethod({
  settings: {},
  expansion: { join: 'after-query-twice', dense: 'joined' },
  make: (context) => {
    mustNotLeak(context);
    return query2doc(methodSetting(context));
  },
});
