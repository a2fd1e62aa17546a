import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '../../core/index.js';
import { isFile } from '../../platform/node/index.js';
import { hubModelFile, revisionIn } from '../registry/index.js';
import type { ModelEntry } from './model-entries.js';
import type { Prompt } from './prompt.js';

/** Tokens of a text with its prompt and special tokens. */
type CountTokens = (text: string) => number;

/** How long a text is for a model, and what of it the model would not read. */
export interface TokenFit {
  readonly tokens: number;
  readonly limit: number;
  /** The end of the text that is cut off, from about here on: tokens have no exact place in the text. */
  readonly cut: string;
}

/** The part of a tokenizer that counting needs. */
interface Tokenizer {
  encode(text: string, options?: { text_pair?: string | null }): { readonly ids: readonly number[] };
  token_to_id(token: string): number | undefined;
}

/** Repositories that may hold the tokenizer of a role, the model's own first. */
export const tokenizerRepositories = (entry: ModelEntry, role: Role): readonly string[] => {
  const model = role === 'document' ? entry.model : (entry.queryModel ?? entry.model);
  const exported = entry.backends.flatMap((backend) => ('repository' in backend ? [backend.repository] : []));
  return [...new Set(entry.tokenizer ? [entry.tokenizer] : [model, ...exported])];
};

/** An entry's tokenizer, if its files are on this machine: in a folder, if one is named, else in the hub's cache. */
export const openTokenizer = async (
  entry: ModelEntry,
  role: Role,
  hubCache: string,
  folder?: string,
): Promise<Tokenizer | undefined> => {
  for (const repository of tokenizerRepositories(entry, role)) {
    const file = async (name: string) =>
      folder === undefined
        ? hubModelFile(hubCache, repository, name, revisionIn(entry, repository))
        : (await isFile(join(folder, name)))
          ? join(folder, name)
          : undefined;
    const [tokenizer, config] = await Promise.all(['tokenizer.json', 'tokenizer_config.json'].map(file));
    if (!tokenizer || !config) continue;
    const { Tokenizer: Implementation } = await import('@huggingface/tokenizers');
    return new Implementation(await readJson(tokenizer), await readJson(config));
  }
  return undefined;
};

/** Counts as the model would read a text of a role: prompt, special tokens, end token, marker. */
export const tokenCounter =
  (tokenizer: Tokenizer, entry: ModelEntry, role: Role, { prefix, suffix }: Prompt): CountTokens =>
  (text) => {
    const whole = `${prefix}${text}${suffix}`;
    const { ids } =
      role === 'document' && entry.documentInput === 'empty-title-pair'
        ? tokenizer.encode('', { text_pair: whole })
        : tokenizer.encode(whole);
    const end =
      entry.eos?.rule === 'append' && entry.eos.token ? tokenizer.token_to_id(entry.eos.token) : undefined;
    const missingEnd = end !== undefined && ids.at(-1) !== end ? 1 : 0;
    return ids.length + missingEnd + (entry.late ? 1 : 0);
  };

/** Measures a text against a limit; finds by bisection where the part begins that no longer fits. */
export const fitTo = (text: string, limit: number, count: CountTokens): TokenFit => {
  const tokens = count(text);
  if (tokens <= limit) return { tokens, limit, cut: '' };
  const characters = [...text];
  let fits = 0;
  let over = characters.length;
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (count(characters.slice(0, middle).join('')) <= limit) fits = middle;
    else over = middle;
  }
  return { tokens, limit, cut: characters.slice(fits).join('') };
};

const readJson = async (path: string): Promise<object> => JSON.parse(await readFile(path, 'utf8')) as object;
