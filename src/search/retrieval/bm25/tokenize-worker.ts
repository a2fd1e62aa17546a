import { numberedTerms } from '../analysis/index.js';
import { type CountTokens, countTokens } from './count-tokens.js';

export type TokenizeSetting = { readonly analyzer: string };

/** A thread that analyses and counts; its terms' strings cross over to the main thread only once. */
export default ({ analyzer: name }: TokenizeSetting): CountTokens =>
  countTokens((number) => numberedTerms(name, number));
