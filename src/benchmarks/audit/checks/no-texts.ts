import { firstPattern, textCheck } from '../check-of-each.js';

export const noTexts = textCheck(
  {
    name: 'no-texts',
    title: 'Texts that stand for a text that is missing',
    definition:
      'Documents and queries that are what a program writes where it has no text (null, NaN, N/A), that begin as the page of an error or a barrier does (“404 Not Found”, “Please enable JavaScript”), or that are filler (“Lorem ipsum”, “TODO”).',
    severity: 'warning',
    fix: 'Fetch the text again, or leave it out with its judgements.',
  },
  firstPattern({
    'a value that is missing':
      /^\s{0,9}["'([]?(?:null|none|nan|#?n\/?a|undefined|nil|blank|loading|placeholder(?: text)?|(?:text |abstract |content )?not available|no (?:text|content|abstract|title|data|results?)(?: available| found)?|empty|missing|unknown|tba|tbd|\[object Object\]|-+|\?+|\.+)["')\]]?\.{0,3}\s{0,9}$/i,
    'an error of a program':
      /^\s{0,9}(?:(?:http )?error:? |error \d{3}\b|(?:http )?[45]\d\d[: -]{1,3}(?:not found|forbidden|bad gateway|unauthorized|service|internal|too many|gateway)|traceback \(most recent|exception:|internal server error|bad gateway|service unavailable|rate limit|request (?:timed out|failed)|oops\b|http \d{3}\b)/i,
    'a barrier of a site':
      /^.{0,60}\b(?:(?:please )?enable javascript|javascript (?:is )?(?:disabled|required|must be enabled)|access (?:denied|to this page has been)|page (?:not found|(?:you (?:requested|are looking for) )?(?:cannot|could not|can(?:'|’)t) be (?:found|displayed))|session has (?:expired|timed out)|limit of free articles|for subscribers only|content (?:was |has been )?removed|redirecting you\b|not available in (?:the|this|your) |(?:log|sign) in to (?:see|view|continue|read|access)|checking your browser|verify (?:that )?you are (?:a )?human|are you a robot|(?:this|our) (?:site|website) uses cookies|we use cookies|subscribe to (?:read|continue))/i,
    filler: /\b[Ll]orem ipsum\b|^\s{0,9}(?:TODO|FIXME|XXX)\b[: ]/,
  }),
);
