import type { ReviewError } from '../page-data/index.js';

/** Why a request is refused, as the page shows it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429,
    message: string,
    readonly more: Omit<ReviewError, 'error'> = {},
  ) {
    super(message);
  }
}
