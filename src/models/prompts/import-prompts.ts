import { basename } from 'node:path';
import { defined, InputError } from '../../core/index.js';
import { sha256 } from '../../platform/node/index.js';
import { commitOf, contentOf, filesOfClone, noClone } from './clone.js';
import { isRankLlmTemplate, rankLlmPrompt } from './import-rankllm.js';
import { importReference } from './import-reference.js';
import { AGENTIC, DIVER } from './import-rerankers.js';
import { checkPrompt, type StoredPrompt } from './imported-prompt.js';
import { openTables } from './python/tables.js';

/** What is written into a prompts folder. */
export interface ImportedPrompts {
  readonly repository: string;
  readonly commit?: string;
  /** Whose words the templates of generation are, for the records of what is generated with them. */
  readonly origin?: string;
  /** Templates by their path in the folder, as `hyde/Biology.txt`. */
  readonly prompts: readonly { readonly path: string; readonly text: string }[];
  /** Prompts of rerankers by name. */
  readonly rerank: Readonly<Record<string, StoredPrompt>>;
  /** The files that they were taken from, with their hashes. */
  readonly from: Readonly<Record<string, string>>;
}

interface ImportSettings {
  /** The LLM the prompts are for: the reference implementation has a separate system message for sky-32b. */
  readonly llm?: string;
}

/** Reads the prompts of a clone, which is known by its files; none is run. */
export const importPrompts = async (
  folder: string,
  settings: ImportSettings = {},
): Promise<ImportedPrompts> => {
  const names = filesOfClone(folder);
  if (names.some(isRankLlmTemplate)) return fromRankLlm(folder, names.filter(isRankLlmTemplate));
  if (names.some(endingIn('rerank_groupwise.py')))
    return fromPython(folder, names, DIVER, 'diver', 'AQ-MedAI/Diver');
  if (names.some(endingIn('reranker_sglang.py')))
    return fromPython(folder, names, AGENTIC, 'agentic-search', 'VectorSpaceLab/agentic-search');
  const python = names.filter((name) => name.endsWith('.py'));
  if (python.length === 0) throw noClone(folder, 'no Python files and no templates of RankLLM');
  const repository = 'R2MED/R2MED';
  const reference = importReference(contentOf(folder, python), settings);
  const origin = `the R2MED reference's own (${Object.keys(reference.from).join(', ')})`;
  return {
    repository,
    ...defined({ commit: commitOf(folder, repository) }),
    origin,
    ...reference,
    rerank: {},
  };
};

const endingIn =
  (ending: string) =>
  (name: string): boolean =>
    name === ending || name.endsWith(`/${ending}`);

const fromRankLlm = async (folder: string, names: readonly string[]): Promise<ImportedPrompts> => {
  const files = contentOf(folder, names);
  const repository = 'castorini/rank_llm';
  const commit = commitOf(folder, repository);
  const rerank: Record<string, StoredPrompt> = {};
  for (const [file, text] of files) {
    const name = `rankllm/${basename(file).replace(/\.ya?ml$/, '')}`;
    if (Object.hasOwn(rerank, name) || !/^[\w./-]+$/.test(name))
      throw new InputError({
        at: { file },
        found: Object.hasOwn(rerank, name) ? `a second ${name}` : `a name that a system cannot say: ${name}`,
        fix: 'name the folder src/rank_llm/rerank/prompt_templates of a clone with --from',
      });
    const prompt = await rankLlmPrompt(text, file);
    const stored = { ...prompt, from: { repository, ...defined({ commit }), file, sha256: sha256(text) } };
    checkPrompt(stored, file);
    rerank[name] = stored;
  }
  return { repository, ...defined({ commit }), prompts: [], rerank, from: hashesOf(files) };
};

const fromPython = (
  folder: string,
  names: readonly string[],
  readers: typeof DIVER,
  source: string,
  repository: string,
): ImportedPrompts => {
  const commit = commitOf(folder, repository);
  const fileFor = (ending: string): ReadonlyMap<string, string> | undefined => {
    const file = names.find(endingIn(ending));
    return file === undefined ? undefined : contentOf(folder, [file]);
  };
  const rerank: Record<string, StoredPrompt> = {};
  const prompts: { path: string; text: string }[] = [];
  const used = new Map<string, string>();
  for (const [ending, read] of Object.entries(readers)) {
    const files = fileFor(ending);
    if (!files) continue;
    const [[file, text] = ['', '']] = files;
    const found = read(openTables(files, { within: true }), file, (other) => {
      const more = fileFor(other);
      for (const [name, content] of more ?? []) used.set(name, content);
      return more;
    });
    used.set(file, text);
    for (const [name, prompt] of Object.entries(found.rerank)) {
      const from = { repository, ...defined({ commit }), file, sha256: sha256(text) };
      const stored = { ...prompt, from };
      checkPrompt(stored, file);
      rerank[`${source}/${name}`] = stored;
    }
    for (const [path, template] of Object.entries(found.templates ?? {}))
      prompts.push({ path, text: template });
  }
  const said = commit === undefined ? repository : `${repository} at ${commit}`;
  const origin = prompts.length > 0 ? `${said} (${[...used.keys()].join(', ')})` : undefined;
  return { repository, ...defined({ commit, origin }), prompts, rerank, from: hashesOf(used) };
};

const hashesOf = (files: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries([...files].sort().map(([file, text]) => [file, sha256(text)]));
