import { InputError, trimmedEnd } from '../../core/index.js';
import type { Environment } from '../node/index.js';

const DEFAULT_ENDPOINT = 'https://huggingface.co';

/** Python's `HF_HUB_DOWNLOAD_TIMEOUT`: seconds without a byte after which a connection counts as lost. */
const DEFAULT_SILENCE_SECONDS = 10;

/** What Python's huggingface_hub takes for yes. */
export const isTrue = (value: string | undefined): boolean =>
  ['1', 'ON', 'YES', 'TRUE'].includes((value ?? '').toUpperCase());

/** Whether the environment forbids the network: `HF_HUB_OFFLINE`. */
export const isOffline = (env: Environment = process.env): boolean => isTrue(env.HF_HUB_OFFLINE);

/** The hub, or the mirror that `HF_ENDPOINT` names; without a final slash. */
export const hubEndpoint = (env: Environment): string => {
  const given = env.HF_ENDPOINT?.trim();
  if (!given) return DEFAULT_ENDPOINT;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const usable = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search;
  if (usable) return trimmedEnd(url.href, /\//);
  throw new InputError({
    at: { file: 'HF_ENDPOINT' },
    // What is given may hold a password.
    found: url?.password ? 'an address with a password' : `"${given}"`,
    expected: `the address of a hub, such as ${DEFAULT_ENDPOINT}`,
  });
};

export const silenceMs = (env: Environment): number => {
  const seconds = Number(env.HF_HUB_DOWNLOAD_TIMEOUT);
  return (seconds > 0 ? seconds : DEFAULT_SILENCE_SECONDS) * 1000;
};
