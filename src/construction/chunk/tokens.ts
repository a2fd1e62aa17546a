import { join } from 'node:path';
import { estimatedTokens, InputError, lookup } from '../../core/index.js';
import { isFile, readTextFile } from '../../node/index.js';
import { analyzer, analyzers } from '../../retrieval/index.js';

/** Tokens of a text, by a tokenizer that reports name. */
export type CountTokens = (text: string) => number;

const FOLDER = 'folder:';
const HUB = 'hub:';
/** A tokenizer in the hub's format; the second file is not always there. */
const FILES = ['tokenizer.json', 'tokenizer_config.json'] as const;

/** Where files of hub repositories are on this machine; undefined where one is not here. */
export type FindHubFile = (repository: string, file: string) => Promise<string | undefined>;

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
 * `lucene-english`, or a model's own tokenizer without special tokens: `hub:ORG/NAME` from the hub's cache, `folder:DIR` with a `tokenizer.json`.
 */
export const openTokenCounter = async (name: string, findHubFile?: FindHubFile): Promise<CountTokens> => {
  if (!isModel(name)) return lookup('tokenizer', COUNTERS, name)();
  const [tokenizer, config] = await tokenizerFiles(name, findHubFile);
  if (tokenizer === undefined)
    throw new InputError({
      found: `no ${FILES[0]} for the tokenizer ${name}`,
      expected: name.startsWith(HUB) ? "it in the hub's cache of this machine" : 'it in that folder',
      fix: name.startsWith(HUB)
        ? `hf download ${name.slice(HUB.length)} ${FILES.join(' ')}`
        : "save the model's fast tokenizer there: AutoTokenizer.from_pretrained(…).save_pretrained(folder)",
    });
  const { Tokenizer } = await import('@huggingface/tokenizers');
  const model = new Tokenizer(await readJson(tokenizer), config === undefined ? {} : await readJson(config));
  return (text) => model.encode(text, { add_special_tokens: false }).ids.length;
};

const isModel = (name: string): boolean => name.startsWith(FOLDER) || name.startsWith(HUB);

const tokenizerFiles = (name: string, findHubFile: FindHubFile = async () => undefined) =>
  Promise.all(
    FILES.map(async (file) => {
      if (name.startsWith(HUB)) return findHubFile(name.slice(HUB.length), file);
      const path = join(name.slice(FOLDER.length), file);
      return (await isFile(path)) ? path : undefined;
    }),
  );

/** The files that decide how this tokenizer counts, of a model's own one: their content is part of what passages depend on. */
export const filesOfTokenizer = async (
  name: string,
  findHubFile?: FindHubFile,
): Promise<readonly string[]> =>
  isModel(name) ? (await tokenizerFiles(name, findHubFile)).filter((file) => file !== undefined) : [];

const readJson = async (file: string): Promise<object> => {
  const text = await readTextFile(file);
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new InputError({ at: { file }, found: 'not JSON', fix: 'save the tokenizer again' });
  }
};
