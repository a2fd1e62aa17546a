import type { Role } from '../../../core/index.js';
import {
  type Preparing,
  type Prompt,
  preparing,
  type TokenCutter,
} from '../../../platform/api-client/index.js';
import { asPublishedJson } from './python-json.js';

interface RolePreparation {
  readonly prompts?: Partial<Record<Role, Prompt>>;
  readonly maxTokens?: Partial<Record<Role, number>>;
  readonly asJson?: boolean;
  readonly cutter: TokenCutter;
}

/** With the role's prompt and limit; encoded as published where that is asked. */
export const preparingFor = (
  role: Role,
  { prompts = {}, maxTokens = {}, asJson = false, cutter }: RolePreparation,
): Preparing =>
  preparing({
    ...prompts[role],
    maxTokens: maxTokens[role],
    ...(asJson && { encode: asPublishedJson }),
    cutter,
  });
