import { defined, InputError, own, type Role } from '../../core/index.js';
import { aroundText } from '../registry/index.js';
import { asPublishedJson } from './api/python-json.js';
import type { InputForm } from './entry-schema.js';
import type { ModelSettings } from './model-choice.js';
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
export const promptFor = (entry: Pick<ModelEntry, 'name' | 'prompts'>, role: Role, task: string): Prompt => {
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

/** What a user puts around texts in place of the model's own prompts. */
type GivenPrompts = Pick<ModelSettings, 'queryPrompt' | 'documentPrompt'>;

/** The same by role, as far as it is said. */
export const givenPrompts = ({
  queryPrompt,
  documentPrompt,
}: GivenPrompts): Partial<Record<'query' | 'document', Prompt>> =>
  defined({
    query: queryPrompt === undefined ? undefined : written(queryPrompt),
    document: documentPrompt === undefined ? undefined : written(documentPrompt),
  });

/** A prompt as it is typed: before the text, unless it says where the text goes. No model was trained with a backslash and an n. */
const written = (typed: string): Prompt => {
  const template = typed.replaceAll('\\n', '\n');
  return template.includes('{text}')
    ? aroundText(template, '{instruction}')
    : { prefix: template, suffix: '' };
};

/** Refuses a prompt of queries that is both written and named. */
export const mustBeOnePrompt = ({ queryPrompt, promptName }: ModelSettings): void => {
  if (queryPrompt !== undefined && promptName !== undefined)
    throw new InputError({
      found: '--query-prompt and --prompt-name',
      expected: 'one of the two',
      fix: 'leave out one of them',
    });
};

/** Refuses the name of a prompt in a model's files where no files are read. */
export const mustNameNoPrompt = (of: string, { promptName }: ModelSettings): void => {
  if (promptName === undefined) return;
  throw new InputError({
    found: `--prompt-name ${promptName} for ${of}`,
    expected: 'a model whose own files have prompts, by its hub id or onnx:',
    fix: 'write the prompt itself with --query-prompt',
  });
};

/** A text, already cut, in the form it is sent in; the prompt goes around it as it is. */
export const inInputForm = (form: InputForm, text: string): string =>
  form === 'json' ? asPublishedJson(text) : text;
