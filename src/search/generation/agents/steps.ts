import type { Reply } from '../../../models/llms/index.js';
import type { Step } from '../generation-method.js';
import type { Search } from './searcher.js';

export const wrote = (text: string, { finish, tokensIn, tokensOut }: Reply): Step => ({
  step: 'wrote',
  text,
  finish,
  tokensIn,
  tokensOut,
});

export const searched = (query: string, { found }: Search): Step => ({ step: 'searched', query, found });

export const told = (text: string): Step => ({ step: 'told', text: text.trim() });
