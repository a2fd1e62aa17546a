import { conversation, type Message } from '../llms/index.js';
import { fill, type Prompts } from './prompts.js';

/** A system message and a template to fill, in the wording of a task: their hashes for a spec, and the messages of a call. */
export const openQuestion = (prompts: Prompts, task: string, name: string, systemName = 'system') => {
  const system = prompts.template(systemName, task);
  const template = prompts.template(name, task);
  return {
    spec: { system: system.hash, template: template.hash },
    messages: (values: Readonly<Record<string, string>>): readonly Message[] =>
      conversation(system, fill(template, values)),
  };
};
