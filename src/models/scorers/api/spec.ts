import type { Json, JsonObject } from '../../../core/index.js';
import type { Prompt } from '../../../platform/api-client/index.js';
import type { Plan } from './plan.js';

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
  // How many documents are read together changes what is said of each.
  listwise: settings.listwise ? { documents: limits.texts } : false,
});

const written = ({ prefix = '', suffix = '' }: Prompt): JsonObject => ({ prefix, suffix });
