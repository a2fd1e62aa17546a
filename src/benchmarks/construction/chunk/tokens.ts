import { join } from 'node:path';
import { estimatedTokens, InputError, lookup } from '../../../core/index.js';
import { isFile, readTextFile } from '../../../platform/node/index.js';
import { analyzer, analyzers } from '../../../search/retrieval/index.js';

/** Tokens of a text, by a tokenizer that reports name. */
export type CountTokens = (text: string) => number;

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

export interface TokenizerChoice {
  /** `estimate` (four characters a token, which needs no files), an analyzer such as `lucene-english`, or `hub:ORG/NAME`. */
  readonly tokenizer: string;
  /** Instead: a folder with a model's `tokenizer.json`. */
  readonly tokenizerFolder?: string | undefined;
}

/** Opens the counter of a tokenizer. Models' own tokenizers count without special tokens. */
export const openTokenCounter = async (
  choice: TokenizerChoice,
  findHubFile?: FindHubFile,
): Promise<CountTokens> => {
  if (!isModel(choice)) return lookup('tokenizer', COUNTERS, choice.tokenizer)();
  const [tokenizer, config] = await tokenizerFiles(choice, findHubFile);
  if (tokenizer === undefined) throw notHere(choice);
  const { Tokenizer } = await import('@huggingface/tokenizers');
  const model = new Tokenizer(await readJson(tokenizer), config === undefined ? {} : await readJson(config));
  return (text) => model.encode(text, { add_special_tokens: false }).ids.length;
};

const isModel = ({ tokenizer, tokenizerFolder }: TokenizerChoice): boolean =>
  tokenizerFolder !== undefined || tokenizer.startsWith(HUB);

const notHere = ({ tokenizer, tokenizerFolder }: TokenizerChoice): InputError =>
  tokenizerFolder === undefined
    ? new InputError({
        found: `no ${FILES[0]} of ${tokenizer.slice(HUB.length)} in the hub's cache of this machine`,
        fix: `hf download ${tokenizer.slice(HUB.length)} ${FILES.join(' ')}`,
      })
    : new InputError({
        at: { file: tokenizerFolder },
        found: `no ${FILES[0]}`,
        fix: "save the model's fast tokenizer there: AutoTokenizer.from_pretrained(…).save_pretrained(folder)",
      });

const tokenizerFiles = (
  { tokenizer, tokenizerFolder }: TokenizerChoice,
  findHubFile: FindHubFile = async () => undefined,
): Promise<readonly (string | undefined)[]> =>
  Promise.all(
    FILES.map(async (file) => {
      if (tokenizerFolder === undefined) return findHubFile(tokenizer.slice(HUB.length), file);
      const path = join(tokenizerFolder, file);
      return (await isFile(path)) ? path : undefined;
    }),
  );

/** The files that decide how a model's own tokenizer counts: passages depend on their content. */
export const filesOfTokenizer = async (
  choice: TokenizerChoice,
  findHubFile?: FindHubFile,
): Promise<readonly string[]> =>
  isModel(choice) ? (await tokenizerFiles(choice, findHubFile)).filter((file) => file !== undefined) : [];

const readJson = async (file: string): Promise<object> => {
  const text = await readTextFile(file);
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new InputError({ at: { file }, found: 'not JSON', fix: 'save the tokenizer again' });
  }
};
