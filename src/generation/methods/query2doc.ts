import { fill } from '../../prompts/index.js';
import { conversation } from '../conversation.js';
import type { GenerationMethod } from '../generation-method.js';
import type { MethodSetting } from './method-setting.js';
import { oneCall } from './one-call.js';

/** Query2doc (Wang and others, arXiv 2303.07678): as HyDE, after examples of queries and their passages. */
export const query2doc = ({ prompts, task, reasoning }: MethodSetting): GenerationMethod => {
  const system = prompts.template('system', task);
  const template = prompts.template('query2doc', task);
  const examples = prompts.template('query2doc/examples', task);
  return {
    method: 'query2doc',
    spec: {
      method: 'query2doc',
      system: system.hash,
      template: template.hash,
      examples: examples.hash,
    },
    // Query and examples are filled in one pass. The reference implementation fills twice, and braces in its examples would break that.
    open: async () =>
      oneCall(
        ({ text }) => conversation(system, fill(template, { TEXT: text, EXAMPLES: examples.text })),
        reasoning,
      ),
  };
};
