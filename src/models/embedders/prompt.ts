import { defined, own, type Role } from '../../core/index.js';
import { aroundText } from '../registry/index.js';
import { asPublishedJson } from './api/python-json.js';
import type { InputForm } from './entry-schema.js';
import type { ModelEntry } from './model-entries.js';

/** What goes around a text before a model reads it. */
export interface Prompt {
  readonly prefix: string;
  readonly suffix: string;
  /** The role of the text, as the service names it. */
  readonly inputType?: string;
  /** Noted when the entry has no instruction for the task. */
  readonly note?: string;
}

/**
 * The exact strings around a text of a role, for a task of `data/tasks.json`. A task that the entry's instructions do
 * not name gets the generic one, and a note reports it.
 */
export const promptFor = (entry: ModelEntry, role: Role, task: string): Prompt => {
  const { template, instructions, inputType } =
    role === 'document' ? entry.prompts.document : entry.prompts.query;
  if (role === 'rewrite' && !entry.prompts.rewriteTakesQueryInstruction)
    return { prefix: '', suffix: '', ...defined({ inputType }) };
  const known = own(instructions?.tasks, task);
  const note =
    instructions && known === undefined
      ? `${entry.name} has no instruction for ${task}; its generic one is used`
      : undefined;
  return { ...aroundText(template, known ?? instructions?.generic ?? ''), ...defined({ inputType, note }) };
};

/** A text, already cut, in the form it is sent in; the prompt goes around it as it is. */
export const inInputForm = (form: InputForm, text: string): string =>
  form === 'json' ? asPublishedJson(text) : text;
