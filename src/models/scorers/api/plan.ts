import { InputError, lookup } from '../../../core/index.js';
import {
  type BatchLimits,
  byCharacters,
  checkFromOne,
  type Prompt,
  type TokenCutter,
} from '../../../platform/api-client/index.js';
import { type Answers, type Dialect, SCORER_DIALECTS } from './dialects/index.js';
import { judgeForm, type ScorerForm } from './judge-form.js';
import type { RerankApiSettings } from './settings.js';

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
