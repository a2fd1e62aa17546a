import { InputError, own } from '../core/index.js';

/** The names of R2MED's own `run.py`, so that the lines of its README work. */
const REFERENCE_SPELLINGS: Readonly<Record<string, string>> = {
  '--retriever_name': '--retriever',
  '--reranker_name': '--reranker',
  '--recall_k': '--depth',
  '--gar_method': '--gar',
  '--gar_llm': '--llm',
};

/** What each of the reference's modes is here; `eval_retrieval` is what `run` does anyway. */
const MODES: Readonly<Record<string, string | undefined>> = {
  eval_retrieval: undefined,
  eval_reranker: undefined,
  generate_hydoc: 'r2med generate',
};

/** The line of the reference's README in our flags; without a verb in front it means `run`, as its script did. */
export const withReferenceSpellings = (words: readonly string[]): string[] => {
  const spelt = respelt(words);
  const end = words.indexOf('--');
  const isReference = words
    .slice(0, end < 0 ? words.length : end)
    .some((word) => split(word)[0] === '--mode' || split(word)[0] in REFERENCE_SPELLINGS);
  return isReference && words[0]?.startsWith('-') ? ['run', ...spelt] : spelt;
};

const respelt = (words: readonly string[]): string[] => {
  const out: string[] = [];
  for (let i = 0; i < words.length; i++) {
    // What follows is text.
    if (words[i] === '--') return [...out, ...words.slice(i)];
    const [flag, inline] = split(words[i]!);
    if (flag === '--mode') {
      const mode = inline ?? words[++i] ?? '';
      if (!Object.hasOwn(MODES, mode))
        throw new InputError({
          found: `--mode ${mode}`,
          expected: Object.keys(MODES).join(', '),
          fix: `write --mode ${Object.keys(MODES)[0]}`,
        });
      if (own(MODES, mode))
        throw new InputError({ found: `--mode ${mode}`, fix: `use the verb: ${own(MODES, mode)}` });
      continue;
    }
    const known = own(REFERENCE_SPELLINGS, flag);
    out.push(known ? known + (inline === undefined ? '' : `=${inline}`) : words[i]!);
  }
  return out;
};

const split = (word: string): [flag: string, inline: string | undefined] => {
  const at = word.indexOf('=');
  return word.startsWith('--') && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word, undefined];
};
