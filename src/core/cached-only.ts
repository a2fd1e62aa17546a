import { WorkError } from './errors.js';
import type { Tools } from './tools.js';

/** Work that needs a model, where only what is cached may be used. */
export class NotCached extends WorkError {
  /** What is missing, as a phrase. */
  readonly what: string;

  constructor(what: string) {
    super(`not cached on this machine: ${what}`);
    this.what = what;
  }
}

/** The same tools for looking at what is cached. */
export const cachedOnly = (tools: Tools): Tools => ({ ...tools, cachedOnly: true });

/** Called before a model is: throws where that is not wanted. */
export const mustBeCached = ({ cachedOnly: only }: Pick<Tools, 'cachedOnly'>, what: () => string): void => {
  if (only) throw new NotCached(what());
};
