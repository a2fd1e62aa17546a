import { printableLine } from '../../core/index.js';

/** A text in Markdown that stays text, on one line: nothing in it is markup, a formula, or the mention of a person. */
export const markdownText = (text: string): string =>
  printableLine(text.replace(/\s+/g, ' '))
    .replace(/[\\|`*_<>[\]#~$&]/g, '\\$&')
    .replace(/(?<!\w)@(?=\w)/g, '@&#8203;');

/** A text in Markdown as code, where no site looks for mentions, links or formulas. */
export const markdownCode = (text: string): string => {
  const line = printableLine(text.replace(/\s+/g, ' '));
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
};
