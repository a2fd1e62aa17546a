import { readFile } from 'node:fs/promises';
import { InputError, shownAddress, trimmedEnd } from '../../core/index.js';
import type { Environment } from '../node/index.js';
import { tokenFile } from './cache.js';

const DEFAULT_ENDPOINT = 'https://huggingface.co';

/** Python's `HF_HUB_DOWNLOAD_TIMEOUT`: seconds without a byte after which a connection counts as lost. */
const DEFAULT_SILENCE_SECONDS = 10;

/** What Python's huggingface_hub takes for yes. */
const isTrue = (value: string | undefined): boolean =>
  ['1', 'ON', 'YES', 'TRUE'].includes((value ?? '').toUpperCase());

/** Whether the environment forbids the network: `HF_HUB_OFFLINE`. */
export const isOffline = (env: Environment = process.env): boolean => isTrue(env.HF_HUB_OFFLINE);

/** The hub, or the mirror that `HF_ENDPOINT` names; without a final slash. */
export const hubEndpoint = (env: Environment): string => {
  const given = env.HF_ENDPOINT?.trim();
  if (!given) return DEFAULT_ENDPOINT;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const usable = url && /^https?:$/.test(url.protocol) && !given.includes('@') && !url.search;
  if (usable) return trimmedEnd(url.href, /\//);
  throw new InputError({
    at: { file: 'HF_ENDPOINT' },
    found: `"${shownAddress(given)}"`,
    expected: `the address of a hub without user and password, such as ${DEFAULT_ENDPOINT}`,
    fix: 'correct HF_ENDPOINT, or unset it',
  });
};

export const silenceMs = (env: Environment): number => {
  const seconds = Number(env.HF_HUB_DOWNLOAD_TIMEOUT);
  return (seconds > 0 ? seconds : DEFAULT_SILENCE_SECONDS) * 1000;
};

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
      fix: 'put the token alone there, without quotes or spaces',
    });
  return { value, from: found.from };
};
