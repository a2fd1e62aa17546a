import type { Layout } from './layout.js';
import { limitOf, paddingSideOf } from './plan.js';
import type { Prompt, ScorerSettings, Truncation } from './settings.js';
import { taker } from './sources.js';

/** How a query and a document become one input. */
export interface PairPlan {
  readonly query: Required<Prompt>;
  readonly document: Required<Prompt>;
  /** Special tokens included. */
  readonly maxTokens: number;
  readonly truncation: Truncation;
}

/** Settings first, then what the model's folder says, then defaults. */
export const pairPlan = (
  layout: Layout,
  settings: ScorerSettings,
): { readonly plan: PairPlan; readonly paddingSide: 'left' | 'right' } => {
  const take = taker({});
  const { form = {}, truncation = 'longest-first' } = settings;
  return {
    plan: {
      query: { prefix: '', suffix: '', ...form.query },
      document: { prefix: '', suffix: '', ...form.document },
      maxTokens: limitOf(layout, 'maxTokens', settings.maxTokens, take),
      truncation,
    },
    paddingSide: paddingSideOf(layout, settings, take),
  };
};
