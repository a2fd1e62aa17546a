import { InputError, lookup, type Role } from '../../core/index.js';
import type { EncodePlan } from './encode.js';
import { type Layout, PROMPT_FILE } from './layout.js';
import type { Prompt, ScorerSettings, TokenSettings, Truncation } from './settings.js';

/** What was taken from where, for the record. */
export type Sources = Record<string, string>;

/** A possible value, and where it would come from. */
type Candidate<T> = readonly [value: T | undefined, source: string];

type Take = <T>(what: string, ...candidates: readonly Candidate<T>[]) => T;

/** Takes the first value there is and writes down its source; the last candidate always has one. */
export const taker =
  (sources: Sources): Take =>
  <T>(what: string, ...candidates: readonly Candidate<T>[]): T => {
    const [value, source] = candidates.find(([candidate]) => candidate !== undefined)!;
    sources[what] = source;
    return value!;
  };

interface TokenPlan {
  readonly roles: Readonly<Record<Role, EncodePlan>>;
  readonly paddingSide: 'left' | 'right';
  readonly sources: Sources;
}

const ROLES: readonly Role[] = ['query', 'rewrite', 'document'];

/** Where nothing says how long a text may be: what BERT and T5, and most encoders after them, were trained on. */
const DEFAULT_MAX_TOKENS = 512;

/** Tokenizers without a limit write 1e30. */
const UNLIMITED = 1e9;

/** Keys of `prompts` that mean a document, in the order sentence-transformers looks for them. */
const DOCUMENT_PROMPTS = ['document', 'passage', 'corpus'];

/** Settings first, then what the model's folder says, then defaults. */
export const tokenPlan = (layout: Layout, settings: TokenSettings): TokenPlan => {
  const sources: Sources = {};
  const take = taker(sources);
  const strip = take(
    'strip',
    [settings.strip, 'settings'],
    [layout.steps ? true : undefined, 'sentence-transformers'],
    [false, 'default'],
  );
  const lowerCase = take(
    'lowerCase',
    [layout.sentence.do_lower_case ?? undefined, 'sentence_bert_config.json'],
    [false, 'default'],
  );
  const appendEos = take('eos', [settings.eos, 'settings'], ['tokenizer' as const, 'default']) === 'append';
  const paddingSide = paddingSideOf(layout, settings, take);
  const roles = ROLES.map((role): [Role, EncodePlan] => {
    const { prefix = '', suffix = '' } = take<Prompt>(
      `prompt.${role}`,
      [settings.prompts?.[role], 'settings'],
      ...promptsOf(layout.prompts, role, settings.promptName),
      [{}, 'none'],
    );
    const asQuery = role === 'rewrite' ? settings.maxTokens?.query : undefined;
    const maxTokens = limitOf(layout, `maxTokens.${role}`, settings.maxTokens?.[role] ?? asQuery, take);
    const pair = role === 'document' && settings.pair === 'empty-title';
    return [role, { prefix, suffix, maxTokens, strip, lowerCase, pair, appendEos, promptTokens: 'pool' }];
  });
  return { roles: Object.fromEntries(roles) as Record<Role, EncodePlan>, paddingSide, sources };
};

const paddingSideOf = (
  layout: Layout,
  settings: Pick<TokenSettings, 'paddingSide'>,
  take: Take,
): 'left' | 'right' =>
  take<'left' | 'right'>(
    'paddingSide',
    [settings.paddingSide, 'settings'],
    [layout.tokenizer.padding_side, 'tokenizer_config.json'],
    ['right', 'default'],
  );

/** The most tokens a model is given: what is set, what its folder says, or the default. */
const limitOf = (layout: Layout, what: string, set: number | undefined, take: Take): number => {
  const limit = take(what, [set, 'settings'], ...limitsOf(layout), [DEFAULT_MAX_TOKENS, 'default']);
  checkLimit(layout, limit);
  return limit;
};

/**
 * A rewrite gets none from the folder: it is not a query the model was trained on, and most of the reference implementation's models leave
 * it bare. The default prompt serves roles without one of their own, a query's never documents. `wanted` names that of queries.
 */
const promptsOf = (
  { prompts = {}, default_prompt_name: byDefault }: Layout['prompts'],
  role: Role,
  wanted?: string,
): readonly Candidate<Prompt>[] => {
  if (role === 'rewrite') return [];
  if (role === 'query' && wanted !== undefined)
    return [[{ prefix: lookup(`prompt of ${PROMPT_FILE}`, prompts, wanted) }, `${PROMPT_FILE}: ${wanted}`]];
  const named = (role === 'query' ? ['query'] : DOCUMENT_PROMPTS).filter((name) =>
    Object.hasOwn(prompts, name),
  );
  // Current versions write an empty `document` next to a `passage` that older ones filled.
  const own = named.find((name) => prompts[name] !== '') ?? named[0];
  const name = own ?? (byDefault && !(byDefault === 'query' && role === 'document') ? byDefault : undefined);
  const prefix = name === undefined ? undefined : prompts[name];
  return [[prefix === undefined ? undefined : { prefix }, `${PROMPT_FILE}: ${name}`]];
};

/** What a model's own file puts before a text of a role. */
export const ownPrompt = (from: Layout['prompts'], role: Role, wanted?: string): string =>
  promptsOf(from, role, wanted)[0]?.[0]?.prefix ?? '';

const limitsOf = (layout: Layout): readonly Candidate<number>[] => {
  const positions = positionsOf(layout);
  const named = [
    [layout.sentence.max_seq_length ?? undefined, 'sentence_bert_config.json'],
    [layout.tokenizer.model_max_length ?? undefined, 'tokenizer_config.json'],
  ] as const;
  const fitting = named.filter(([limit]) => limit !== undefined && limit <= (positions ?? UNLIMITED));
  return [...fitting, [positions, 'config.json']];
};

/** RoBERTa counts positions from its padding token's id + 1, so that many of its table are no text's. */
const positionsOf = ({ config }: Layout): number | undefined => {
  const { max_position_embeddings: positions, model_type: type = '', pad_token_id: pad } = config;
  if (positions === undefined || positions === null) return undefined;
  return /roberta|camembert|mpnet|longformer/.test(type) ? positions - (pad ?? 1) - 1 : positions;
};

const checkLimit = (layout: Layout, maxTokens: number): void => {
  const positions = positionsOf(layout);
  if (Number.isInteger(maxTokens) && maxTokens > 0 && maxTokens <= (positions ?? maxTokens)) return;
  throw new InputError({
    at: { file: layout.folder },
    found: `a limit of ${maxTokens} tokens`,
    expected: positions === undefined ? 'a whole number' : `1 to ${positions}, which is what the model reads`,
    fix: 'choose a limit within what the model reads',
  });
};

/** How a query and a document become one input. */
export interface PairPlan {
  readonly query: Required<Prompt>;
  readonly document: Required<Prompt>;
  /** Special tokens included. */
  readonly maxTokens: number;
  readonly truncation: Truncation;
}

/** Settings first, then what the model's folder says, then defaults. */
export const pairPlan = (
  layout: Layout,
  settings: ScorerSettings,
): { readonly plan: PairPlan; readonly paddingSide: 'left' | 'right' } => {
  const take = taker({});
  const { form = {}, truncation = 'longest-first' } = settings;
  return {
    plan: {
      query: { prefix: '', suffix: '', ...form.query },
      document: { prefix: '', suffix: '', ...form.document },
      maxTokens: limitOf(layout, 'maxTokens', settings.maxTokens, take),
      truncation,
    },
    paddingSide: paddingSideOf(layout, settings, take),
  };
};
