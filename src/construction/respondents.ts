import { byPrefix } from '../core/index.js';
import type { CachedChat, Sampling } from '../llms/index.js';
import { llmRespondent } from './llm-respondent.js';
import { preparedRespondent } from './prepared-respondent.js';
import type { Respondent, Usage } from './respondent.js';

/** The respondents of one command, each opened once. */
export interface Respondents {
  get(name: string): Promise<Respondent>;
  close(): Promise<void>;
}

export interface RespondentsOptions {
  /** Opens a language model by its name; `prepared:` names never get here. */
  openChat(name: string): Promise<CachedChat>;
  readonly sampling?: Sampling;
  readonly retryFailed?: boolean;
}

/** Opens whoever is named: `prepared:FILE`, `prepared:FILE#judge`, or a language model. */
export const openRespondents = ({ openChat, ...options }: RespondentsOptions): Respondents => {
  const open = new Map<string, Promise<Respondent>>();
  const opened = async (name: string): Promise<Respondent> => {
    const prepared = byPrefix({ prepared: preparedRespondent }, name);
    return prepared ? prepared.entry(prepared.rest) : llmRespondent(await openChat(name), options);
  };
  return {
    get: (name) => {
      const respondent = open.get(name) ?? opened(name);
      open.set(name, respondent);
      return respondent;
    },
    close: async () => {
      for (const each of await Promise.allSettled(open.values()))
        if (each.status === 'fulfilled') await each.value.close();
    },
  };
};

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
