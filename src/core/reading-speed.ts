import type { JsonObject } from './json.js';
import type { Tools } from './tools.js';

/** What a model has read so far, and what the matrix products of its device alone would allow in a second. */
export interface ReadingWork {
  readonly tokens: number;
  readonly matrixTokensPerSecond?: number;
}

/** How fast a model reads from now on, and how near that is to what its device could do. */
export const readingSpeed = (work: () => ReadingWork, { now }: Pick<Tools, 'now'>) => {
  const [began, before] = [now(), work().tokens];
  const measured = () => {
    const { tokens, matrixTokensPerSecond } = work();
    const tokensPerSecond = Math.round((tokens - before) / Math.max((now() - began) / 1000, 1e-3));
    return { tokensPerSecond, matrixShare: matrixTokensPerSecond && tokensPerSecond / matrixTokensPerSecond };
  };
  return {
    /** Where the device was not measured, nothing. */
    get facts(): JsonObject {
      const { tokensPerSecond, matrixShare } = measured();
      return matrixShare === undefined ? {} : { tokensPerSecond, matrixShare };
    },
    text: (): string => {
      const { tokensPerSecond, matrixShare } = measured();
      const share = matrixShare === undefined ? '' : `, ${matrixShare.toFixed(2)} of the matrix rate`;
      return tokensPerSecond > 0 ? `${tokensPerSecond.toLocaleString('en')} tokens/s${share}` : '';
    },
  };
};
