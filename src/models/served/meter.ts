import type { EmbedderUsage, Role } from '../embedder.js';
import { type Budget, keptAfter, type Meter, meter } from '../service/index.js';

/** Counts what is spent and what is cut. */
export interface EmbedderMeter extends Meter {
  cut(role: Role): void;
  usage(): EmbedderUsage;
}

export const embedderMeter = (budget: Budget = {}, usdPerMillionTokens?: number): EmbedderMeter => {
  const spending = meter(budget, { usdPerMillionTokens }, keptAfter('embedded'));
  const cut: Record<Role, number> = { query: 0, rewrite: 0, document: 0 };
  return {
    ...spending,
    cut: (role) => {
      cut[role]++;
    },
    usage: () => {
      const { tokens, calls, usd } = spending.spent();
      return { cut: { ...cut }, tokens, calls, usd };
    },
  };
};
