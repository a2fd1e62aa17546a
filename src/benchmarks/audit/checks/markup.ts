import { firstPattern, textCheck } from '../check-of-each.js';

export const markup = textCheck(
  {
    name: 'markup',
    title: 'Leftover markup',
    definition:
      'Documents and queries with HTML tags or character references, Markdown links, wiki templates or links, or LaTeX commands.',
    severity: 'note',
    fix: 'Take the text out of the markup, or say that it is part of the task (code in a post is).',
  },
  firstPattern({
    'HTML tag':
      /<\/?(?:a|b|i|p|br|em|td|th|tr|li|ul|ol|h[1-6]|div|img|sub|sup|pre|span|font|code|body|html|table|strong|style|script|blockquote)(?: [^<>]{0,60})?\/?>/i,
    'HTML character reference':
      /&(?:amp|lt|gt|quot|apos|nbsp|[a-z]{1,4}dash|[a-z]{1,4}uml|deg|micro|[a-z]{4,6}quo|#\d{2,6}|#x[0-9a-f]{2,6});/i,
    'Markdown link': /\]\((?:https?:|www\.)/i,
    'wiki template': /\{\{[a-z]{3}/i,
    'wiki link': /\[\[(?:[A-Z][a-z]|file:|category:)/,
    'LaTeX command':
      /\\(?:begin|end|cite|ref|label|textbf|textit|emph|usepackage|documentclass|setlength|frac|mathrm|mathbf)\b/,
  }),
);
