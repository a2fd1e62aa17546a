import type { JsonObject } from './json.js';

/**
 * Work that failed, as a stage reports it in its facts under `failed`: for each thing that is missing, such as "documents
 * without a vector", how many and the first reason. A result with any of it is incomplete. Counts add up when facts are merged.
 */
export interface FailedWork {
  readonly [missing: string]: { readonly count: number; readonly reason: string };
}

/** A stage's facts about work that failed: none where nothing did. */
export const failedWork = (missing: string, count: number, reason: string): JsonObject =>
  count > 0 ? { failed: { [missing]: { count, reason } } } : {};
