import { WorkError } from './errors.js';
import type { Tools } from './tools.js';

/** Work that needs a model, where only what is kept may be used. */
export class NotKept extends WorkError {
  /** What is missing, as a phrase. */
  readonly what: string;

  constructor(what: string) {
    super(`not kept on this machine: ${what}`);
    this.what = what;
  }
}

/** The same tools for looking at what is kept. */
export const keptOnly = (tools: Tools): Tools => ({ ...tools, keptOnly: true });

/** Called by whoever is about to ask a model: throws where that is not wanted. */
export const mustBeKept = ({ keptOnly: only }: Pick<Tools, 'keptOnly'>, what: () => string): void => {
  if (only) throw new NotKept(what());
};
