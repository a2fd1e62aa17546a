import type { Json, JsonObject, Role } from '../../../core/index.js';
import { byCharacters } from '../../../platform/api-client/index.js';
import type { EmbeddingApiSettings } from './settings.js';

const ROLES: readonly Role[] = ['query', 'rewrite', 'document'];

/**
 * Everything that can change a vector. Of the endpoints only what `identity` says: they share the load because they serve
 * the same model. What a name does not say about the weights belongs into it.
 */
export const specOf = (settings: EmbeddingApiSettings, identity: Json): JsonObject => {
  const { prompts = {}, maxTokens = {}, tokenizer = byCharacters } = settings;
  return {
    backEnd: 'served',
    dialect: settings.dialect,
    model: settings.model,
    identity,
    prompts: byRole((role) => ({
      prefix: prompts[role]?.prefix ?? '',
      suffix: prompts[role]?.suffix ?? '',
    })),
    maxTokens: byRole((role) => maxTokens[role] ?? null),
    cutBy: Object.keys(maxTokens).length ? tokenizer.name : null,
    dimensions: settings.dimensions ?? null,
    normalise: settings.normalise ?? false,
    asJson: settings.asJson ?? false,
    tellRole: settings.tellRole ?? true,
    serverCuts: settings.serverCuts ?? true,
    shorten: settings.shorten ?? true,
    ...(settings.endToken && { endToken: settings.endToken.token }),
  };
};

const byRole = (of: (role: Role) => JsonObject | number | null): JsonObject =>
  Object.fromEntries(ROLES.map((role) => [role, of(role)]));
