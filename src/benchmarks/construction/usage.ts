import type { Usage } from './respondent.js';

/** Usage of several together; the cost is unknown as soon as one part that was called has no price. */
export const sumUsage = (parts: readonly Usage[]): Usage => {
  const sum = (of: (part: Usage) => number): number => parts.reduce((all, part) => all + of(part), 0);
  const priced = parts.filter(
    ({ usd, tokensIn, tokensOut }) => usd !== undefined || tokensIn + tokensOut > 0,
  );
  return {
    calls: sum(({ calls }) => calls),
    tokensIn: sum(({ tokensIn }) => tokensIn),
    tokensOut: sum(({ tokensOut }) => tokensOut),
    ...(priced.length > 0 &&
      priced.every(({ usd }) => usd !== undefined) && { usd: sum(({ usd = 0 }) => usd) }),
  };
};
