import { readFile } from 'node:fs/promises';
import { InputError } from '../../core/index.js';
import type { Environment } from '../node/index.js';
import { tokenFile } from './cache.js';
import { isTrue } from './settings.js';

/** A secret and where it was found: only the latter is ever shown. */
export interface Token {
  readonly value: string;
  readonly from: string;
}

/**
 * The user's token, looked for where Python's huggingface_hub looks: `HF_TOKEN`, `HUGGING_FACE_HUB_TOKEN`, the token
 * file; none with `HF_HUB_DISABLE_IMPLICIT_TOKEN`.
 */
export const hubToken = async (env: Environment): Promise<Token | undefined> => {
  if (isTrue(env.HF_HUB_DISABLE_IMPLICIT_TOKEN)) return undefined;
  const file = tokenFile(env);
  const found = [
    { from: 'HF_TOKEN', text: env.HF_TOKEN },
    { from: 'HUGGING_FACE_HUB_TOKEN', text: env.HUGGING_FACE_HUB_TOKEN },
  ].find(({ text }) => text) ?? { from: file, text: await readFile(file, 'utf8').catch(() => undefined) };
  const value = found.text?.trim();
  if (!value) return undefined;
  // An HTTP library would print the whole header, secret included, when it refuses such a value.
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new InputError({
      at: { file: found.from },
      found: 'characters that no token has',
      expected: 'one token, such as hf_…',
    });
  return { value, from: found.from };
};
