import { type Json, type JsonObject, own } from '../../../core/index.js';

/** Anthropic's types of errors, and those of OpenAI that say more than "it failed", as the status they come with. */
const STATUS: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  BadRequestError: 400,
  context_length_exceeded: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  overloaded_error: 529,
};

/**
 * The status that an error would have had, had it not come with 200 or in the midst of a stream; undefined when this is
 * no error. Some services give a number for a code, others a word, Ollama a sentence alone.
 */
export const reportedStatus = (answer: Json): number | undefined => {
  const fields = asObject(answer);
  const error = fields?.error ?? (fields?.object === 'error' ? fields : undefined);
  if (error === undefined || error === null || error === '') return undefined;
  const { code, type } = asObject(error) ?? {};
  if (isStatus(code)) return code;
  return own(STATUS, String(code)) ?? own(STATUS, String(type)) ?? 500;
};

const isStatus = (code: Json | undefined): code is number =>
  typeof code === 'number' && code >= 400 && code <= 599;

const asObject = (value: Json): JsonObject | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined;
