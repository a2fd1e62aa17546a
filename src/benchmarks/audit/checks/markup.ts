import { firstPattern, textCheck } from '../check-of-each.js';

export const markup = textCheck(
  {
    name: 'markup',
    title: 'Leftover markup',
    definition:
      'Documents and queries with HTML tags or character references, Markdown links, images, headings or tables, wiki templates, links, quotes or marks such as [edit], comments, or LaTeX commands.',
    severity: 'note',
    fix: 'Take the text out of the markup, or say that it is part of the task (code in a post is).',
  },
  firstPattern({
    'HTML tag':
      /<\/?(?:a|b|i|p|br|em|td|th|tr|li|ul|ol|h[1-6]|div|img|sub|sup|pre|span|font|code|body|html|table|strong|style|script|blockquote)(?: [^<>]{0,60})?\/?>/i,
    'HTML character reference':
      /&(?:amp|lt|gt|quot|apos|nbsp|[a-z]{1,4}dash|[a-z]{1,4}uml|deg|micro|[a-z]{4,6}quo|#\d{2,6}|#x[0-9a-f]{2,6});/i,
    comment: /<!--/,
    'Markdown link or image': /\]\((?:https?:|www\.)|!\[[^\]\n]{0,60}\]\(/i,
    'Markdown heading or table': /(?:^|\n)#{1,6} \p{L}|\|(?: ?:?-{2,30}:? ?\|){1,20}/u,
    'wiki mark': /\[(?:edit|citation needed|update needed|clarification needed)\]|'''\p{L}/iu,
    'wiki template': /\{\{[a-z]{3}/i,
    'wiki link': /\[\[(?:[A-Z][a-z]|file:|category:)/,
    'LaTeX command':
      /\\(?:begin|end|cite|ref|label|textbf|textit|emph|usepackage|documentclass|setlength|frac|mathrm|mathbf|alpha|beta|gamma|delta|mu|times|pm|leq?|geq?|text|sqrt|sum)\b/,
  }),
);
