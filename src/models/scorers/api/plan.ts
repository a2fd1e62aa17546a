import { InputError, type Json, type JsonObject, lookup } from '../../../core/index.js';
import {
  type BatchLimits,
  byCharacters,
  checkFromOne,
  type Prompt,
  type TokenCutter,
} from '../../../platform/api-client/index.js';
import { type Answers, type Dialect, SCORER_DIALECTS } from './dialects/index.js';
import type { RerankApiSettings, ScorerForm } from './settings.js';

/** What Qwen3-Reranker looks for by default (model card, and vLLM's `examples/offline_inference/qwen3_reranker.py`). */
const WEB_SEARCH = 'Given a web search query, retrieve relevant passages that answer the query';

/** The prompt that Qwen3-Reranker was trained with (the same sources): two halves, the query's and the document's. */
export const judgeForm = (instruction = WEB_SEARCH): ScorerForm => ({
  query: {
    prefix:
      '<|im_start|>system\nJudge whether the Document meets the requirements based on the Query and the Instruct ' +
      'provided. Note that the answer can only be "yes" or "no".<|im_end|>\n' +
      `<|im_start|>user\n<Instruct>: ${instruction}\n<Query>: `,
    suffix: '\n',
  },
  document: { prefix: '<Document>: ', suffix: '<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n' },
});

/** Settings with the dialect's defaults in place. */
export interface Plan {
  readonly settings: RerankApiSettings;
  readonly dialect: Dialect;
  readonly form: Required<ScorerForm>;
  readonly answers: Answers;
  readonly rawScores: boolean;
  /** Whether the token limit is sent to the service; otherwise texts are truncated before they are sent. */
  readonly tellsLimit: boolean;
  readonly limits: BatchLimits;
  readonly cutter: TokenCutter;
}

const ANSWERS: Answers = { yes: 'yes', no: 'no' };

export const planOf = (settings: RerankApiSettings): Plan => {
  const dialect: Dialect = lookup('dialect', SCORER_DIALECTS, settings.dialect);
  const { concurrency, timeoutMs, maxTokens, rawScores } = settings;
  checkFromOne({ concurrency, timeoutMs, maxTokens, ...settings.limits });
  if (rawScores !== undefined && dialect.rawScores === undefined)
    throw new InputError({
      found: `rawScores ${rawScores} for ${settings.dialect}`,
      expected: 'none: this service has scores of one kind',
      fix: 'leave out rawScores',
    });
  return {
    settings,
    dialect,
    form: formOf(settings),
    answers: settings.answers ?? ANSWERS,
    rawScores: rawScores ?? dialect.rawScores ?? false,
    tellsLimit: dialect.takesLimit && (settings.serverCuts ?? true),
    limits: { ...dialect.limits, ...settings.limits },
    cutter: settings.tokenizer ?? byCharacters,
  };
};

const formOf = ({ dialect, form = {}, instruction }: RerankApiSettings): Required<ScorerForm> => {
  const { query = {}, document = {} } = form;
  const isPlain = [query, document].every(({ prefix, suffix }: Prompt) => !prefix && !suffix);
  // A query and a document, concatenated, are not a question that an LLM could answer.
  if (dialect === 'completions' && isPlain) return { query, document, ...judgeForm(instruction) };
  if (instruction !== undefined)
    throw new InputError({
      found: 'an instruction together with a form, or for a service without a prompt',
      expected: 'an instruction inside the form',
      fix: 'put it into the prefix of the query',
    });
  return { query, document };
};

/**
 * Everything that can change a score. Of the endpoints only what `identity` says: they share the load because they serve
 * the same model. What a name does not say about the weights belongs into it.
 */
export const specOf = (
  { settings, dialect, form, answers, rawScores, tellsLimit, limits, cutter }: Plan,
  identity: Json,
): JsonObject => ({
  backEnd: 'served',
  dialect: settings.dialect,
  model: settings.model,
  identity,
  form: { query: written(form.query), document: written(form.document) },
  answers: settings.dialect === 'completions' ? { ...answers } : null,
  maxTokens: settings.maxTokens ?? null,
  cutBy:
    settings.maxTokens === undefined || tellsLimit
      ? null
      : { tokens: cutter.name, truncation: settings.truncation ?? 'longest-first' },
  rawScores: dialect.rawScores === undefined ? null : rawScores,
  serverCuts: settings.serverCuts ?? true,
  shorten: settings.shorten ?? true,
  // How many documents are read together changes the score of each.
  listwise: settings.listwise ? { documents: limits.texts } : false,
});

const written = ({ prefix = '', suffix = '' }: Prompt): JsonObject => ({ prefix, suffix });
