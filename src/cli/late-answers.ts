import { cachedOnly, once, type Tools } from '../core/index.js';
import type { SiteAnswers } from './site-answers.js';

/** The answers of a site, from modules that are loaded when somebody asks: systems and models are most of the program, and a board needs none of it. */
export const lateAnswers = (tools: Tools): SiteAnswers => {
  let isOpen = false;
  const opened = once(async () => {
    isOpen = true;
    const { openSiteAnswers } = await import('./site-answers.js');
    return openSiteAnswers(tools, cachedOnly(tools));
  });
  return {
    explain: async (...asked) => (await opened()).explain(...asked),
    search: {
      canSearch: async (...asked) => (await opened()).search.canSearch(...asked),
      search: async (...asked) => (await opened()).search.search(...asked),
    },
    close: async () => {
      if (isOpen) await (await opened()).close();
    },
  };
};
