import { InputError } from '../../core/index.js';
import type { OutputName, Session } from './session.js';

/** Names exporters give to one vector per token, and to one per text. */
const TOKEN_OUTPUTS = ['last_hidden_state', 'token_embeddings', 'hidden_states'];
const TEXT_OUTPUTS = ['sentence_embedding', 'sentence_embeddings', 'embedding', 'embeddings', 'text_embeds'];
const LOGIT_OUTPUTS = ['logits', 'prediction_logits'];

const find = (outputs: readonly OutputName[], names: readonly string[]): string | undefined =>
  names.find((name) => outputs.some((output) => output.name === name));

/** One vector per token, where the model gives that: by name, else the only output of three dimensions. */
export const tokenOutput = ({ outputs }: Session): string | undefined => {
  const named = find(outputs, TOKEN_OUTPUTS);
  const deep = outputs.filter(({ rank, name }) => rank === 3 && !LOGIT_OUTPUTS.includes(name));
  return named ?? (deep.length === 1 ? deep[0]!.name : undefined);
};

/** One vector per text, by name only: a `pooler_output` is something else. */
export const textOutput = ({ outputs }: Session): string | undefined => find(outputs, TEXT_OUTPUTS);

/** Scores over the vocabulary for each token: by name, else the only output. */
export const logitOutput = ({ outputs }: Session): string | undefined =>
  find(outputs, LOGIT_OUTPUTS) ?? (outputs.length === 1 ? outputs[0]!.name : undefined);

/** `name`, or an error that says what the model has. */
export const needed = (name: string | undefined, what: string, { outputs }: Session): string => {
  if (name !== undefined) return name;
  throw new InputError({
    found: `a model whose outputs are ${outputs.map((output) => output.name).join(', ')}`,
    expected: what,
    fix: 'export the model again for this use',
  });
};
