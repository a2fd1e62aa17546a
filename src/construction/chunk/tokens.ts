import { join } from 'node:path';
import { estimatedTokens, InputError, lookup } from '../../core/index.js';
import { isFile, readTextFile } from '../../node/index.js';
import { analyzer, analyzers } from '../../retrieval/index.js';

/** Tokens of a text, by a tokenizer that reports name. */
export type CountTokens = (text: string) => number;

const FOLDER = 'folder:';

/** Counters by the name of their tokenizer. An analyzer counts the terms that it would index, so no stop words. */
const COUNTERS: Readonly<Record<string, () => CountTokens>> = {
  estimate: () => estimatedTokens,
  ...Object.fromEntries(Object.keys(analyzers).map((name) => [name, () => byAnalyzer(name)])),
};

const byAnalyzer = (name: string): CountTokens => {
  const { analyze } = analyzer(name);
  return (text) => analyze(text).length;
};

/**
 * A counter by the name of its tokenizer: `estimate` (four characters a token, which needs no files), an analyzer such as
 * `lucene-english`, or `folder:DIR`, a model's own tokenizer by its `tokenizer.json`, without special tokens.
 */
export const openTokenCounter = async (name: string): Promise<CountTokens> =>
  name.startsWith(FOLDER) ? ofFolder(name.slice(FOLDER.length)) : lookup('tokenizer', COUNTERS, name)();

const ofFolder = async (folder: string): Promise<CountTokens> => {
  const file = join(folder, 'tokenizer.json');
  const settings = join(folder, 'tokenizer_config.json');
  if (!(await isFile(file)))
    throw new InputError({
      at: { file: folder },
      found: 'no tokenizer.json',
      fix: "save the model's fast tokenizer there: AutoTokenizer.from_pretrained(…).save_pretrained(folder)",
    });
  const description = await readJson(file);
  const options = (await isFile(settings)) ? await readJson(settings) : {};
  const { Tokenizer } = await import('@huggingface/tokenizers');
  const tokenizer = new Tokenizer(description, options);
  return (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length;
};

const readJson = async (file: string): Promise<object> => {
  const text = await readTextFile(file);
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new InputError({ at: { file }, found: 'not JSON', fix: 'save the tokenizer again' });
  }
};
