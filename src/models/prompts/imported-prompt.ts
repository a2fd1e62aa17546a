import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, InputError, isJsonObject, type JsonObject, nearest } from '../../core/index.js';
import { sha256 } from '../../platform/node/index.js';
import type { Prompts } from './prompts.js';
import { RERANK_KINDS, type RerankKind, type RerankPrompt, rerankMessages } from './rerank-prompt.js';

/** A prompt as its file has it: its name is that of the file, and its hash is made of the rest. */
export type StoredPrompt = Omit<RerankPrompt, 'name' | 'hash'>;

const IMPORT = 'r2med prompts import --from CLONE --out FOLDER, then --prompts FOLDER';

const hashOf = ({ from: _, ...rest }: StoredPrompt): string =>
  sha256(canonicalJson(rest as unknown as JsonObject));

/** Refuses a prompt with a place that nothing fills, before a model is asked. */
export const checkPrompt = (prompt: StoredPrompt, file: string): void => {
  try {
    // What no stage asks with is kept as it is.
    if (prompt.kind !== 'none') rerankMessages(prompt, 'default', '', [{ text: '', score: 0 }]);
  } catch (error) {
    throw new InputError({
      at: { file },
      found: (error as Error).message,
      expected: 'places that a reranker fills: query, num, rank, candidate, score, psg_ids',
      fix: 'take the file from an unchanged clone',
    });
  }
};

/** The rerank prompts of a folder, by name: `<source>/<name>.json`. */
export const readImported = (folder: string): ReadonlyMap<string, RerankPrompt> => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^[^/]+\/[^/]+\.json$/.test(path))
    .sort();
  return new Map(
    names.map((path) => {
      const name = path.slice(0, -'.json'.length);
      const stored = readStored(join(folder, path));
      return [name, { ...stored, name, hash: hashOf(stored) }];
    }),
  );
};

const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  kind: RERANK_KINDS,
  shows: ['words', 'line', 'text'],
  answer: ['order', 'letters', 'list', 'scores'],
};

const readStored = (file: string): StoredPrompt => {
  const wrong = (found: string): InputError =>
    new InputError({
      at: { file },
      found,
      expected: 'a prompt as r2med prompts import writes it',
      fix: 'import it again into a new folder',
    });
  const stored = parsed(file, wrong);
  const { parts, from, highest, values } = stored;
  for (const [field, choices] of Object.entries(CHOICES))
    if (!choices.includes(stored[field])) throw wrong(`${field}: ${JSON.stringify(stored[field])}`);
  if (!isTexts(parts) || typeof parts.body !== 'string') throw wrong('parts without a body of text');
  if (!isTexts(from)) throw wrong('no word of where it is from');
  if (highest !== undefined && !(typeof highest === 'number' && highest > 0))
    throw wrong(`highest: ${JSON.stringify(highest)}`);
  if (values !== undefined && !(isJsonObject(values) && Object.values(values).every(isTexts)))
    throw wrong('values that are not texts by task');
  const prompt = stored as unknown as StoredPrompt;
  checkPrompt(prompt, file);
  return prompt;
};

const parsed = (file: string, wrong: (found: string) => InputError): JsonObject => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isJsonObject(value)) return value;
  } catch {
    throw wrong('no JSON');
  }
  throw wrong('no JSON object');
};

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isJsonObject(value) && Object.values(value).every((part) => typeof part === 'string');

const shortName = (name: string): string => name.slice(name.indexOf('/') + 1);

/** The imported prompt that a stage names, with its source or without; refused where it is unknown or made for another stage. */
export const importedPrompt = (prompts: Prompts, stage: RerankKind, name: string): RerankPrompt => {
  const all = [...(prompts.imported?.values() ?? [])];
  const named = all.filter((prompt) => prompt.name === name || shortName(prompt.name) === name);
  const fitting = all.filter(({ kind }) => kind === stage).map((prompt) => prompt.name);
  const [found, second] = named;
  if (!found)
    throw new InputError({
      found: `${stage}: no imported prompt "${name}"`,
      expected: fitting.length > 0 ? `one of ${fitting.join(', ')}` : 'a folder of imported prompts',
      fix: unknownFix(name, fitting),
    });
  if (second)
    throw new InputError({
      found: `${stage}: two prompts "${name}"`,
      expected: `one of ${named.map((prompt) => prompt.name).join(', ')}`,
      fix: `write prompt=${found.name}`,
    });
  if (found.kind === stage) return found;
  throw new InputError({
    found:
      found.kind === 'none'
        ? `${stage}: the prompt "${name}", for models that are read by the probability of a token or that score pairs`
        : `${stage}: the prompt "${name}", which is for ${found.kind}`,
    expected: fitting.length > 0 ? `one of ${fitting.join(', ')}` : `a prompt for ${stage}`,
    fix:
      found.kind === 'none'
        ? 'choose another prompt; rerankers of that kind are stages of their own, as bge-reranker(100)'
        : `write ${found.kind}(LLM, prompt=${name})`,
  });
};

const unknownFix = (name: string, names: readonly string[]): string => {
  const near = nearest(name, names, (each) => [shortName(each)]);
  return near === undefined ? IMPORT : `did you mean "${shortName(near)}"? Others: ${IMPORT}`;
};
