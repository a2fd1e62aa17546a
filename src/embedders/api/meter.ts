import {
  type Budget,
  keptAfter,
  type Meter,
  type ServiceCost,
  serviceMeter,
} from '../../api-client/index.js';
import type { EmbedderUsage, Role } from '../../core/index.js';

/** Counts what is spent and what is cut. */
export interface EmbedderMeter extends Meter<ServiceCost> {
  cut(role: Role): void;
  usage(): EmbedderUsage;
}

export const embedderMeter = (budget?: Budget, usdPerMillionTokens?: number): EmbedderMeter => {
  const spending = serviceMeter(budget, { usdPerMillionTokens }, keptAfter('embedded'));
  const cut: Record<Role, number> = { query: 0, rewrite: 0, document: 0 };
  return {
    ...spending,
    cut: (role) => {
      cut[role]++;
    },
    usage: () => {
      const lost = spending.lost();
      return {
        cut: { ...cut },
        tokens: spending.spent().tokens,
        calls: spending.calls(),
        ...(lost > 0 && { lost }),
        usd: spending.usd() ?? 0,
      };
    },
  };
};
