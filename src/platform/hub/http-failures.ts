import { defined } from '../../core/index.js';
import { networkReason, retryAfterMs } from '../node/index.js';
import { HubFailure } from './hub-failure.js';
import type { Answer } from './hub-request.js';
import type { Token } from './token.js';

/** A failure before an answer came, or in the midst of one. */
export const networkFailure = (error: unknown, where: string): HubFailure => {
  const { reason, transient } = networkReason(error);
  return new HubFailure('unreachable', `${where}: ${reason}`, { transient, cause: error });
};

interface Asked {
  /** The answer is the hub's own, not that of a host it redirected to. */
  readonly own: boolean;
  readonly token: Token | undefined;
  readonly now: number;
}

/** A failure that the answer's status tells. */
export const statusFailure = (
  { status, header }: Pick<Answer, 'status' | 'header'>,
  { origin }: URL,
  { own, token, now }: Asked,
): HubFailure => {
  const said = `${origin} answered ${status}${hubMessage(header('x-error-message'))}`;
  if (status === 401 || status === 403) {
    // The hub redirects to addresses that are signed for a while; a new try gets a new one.
    if (!own) return new HubFailure('busy', said, { transient: true });
    return new HubFailure(
      'refused',
      `${said}; ${token ? `the token of ${token.from} was sent` : 'no token was sent'}`,
    );
  }
  if (status === 404 || status === 410) return new HubFailure('absent', said);
  if (status === 408 || status === 429 || status >= 500) {
    const waitMs = retryAfterMs(header('retry-after'), now);
    const asks = waitMs === undefined ? '' : ` and asks to wait ${Math.ceil(waitMs / 1000)} s`;
    return new HubFailure('busy', said + asks, { transient: true, ...defined({ waitMs }) });
  }
  return new HubFailure('unusable', said);
};

/** The hub explains some refusals in a header; it is shown as one short line. */
const hubMessage = (text: string | undefined): string => {
  const line = text?.replace(/[^\x20-\x7e]+/g, ' ').trim();
  return line ? ` (${line.slice(0, 200)})` : '';
};
