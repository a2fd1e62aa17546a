import type { Reply } from '../../models/index.js';
import type { Step } from '../writer.js';
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
