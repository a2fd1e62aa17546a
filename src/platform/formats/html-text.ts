import { type MarkupElement, markupTree } from './markup-tree.js';

/** What a piece of HTML says, and the addresses that it links to, each once, in their order. */
export interface HtmlText {
  readonly text: string;
  readonly links: readonly string[];
}

/** Elements that stand in lines of their own. */
const BLOCKS = new Set(
  'address article blockquote dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table tr ul'.split(
    ' ',
  ),
);
const PARAGRAPHS = new Set('blockquote div h1 h2 h3 h4 h5 h6 p pre section table'.split(' '));
/** Elements whose content is not read. */
const SILENT = new Set('head iframe noscript object script style svg template'.split(' '));

/** HTML as plain text: paragraphs have an empty line between them, list items a dash, code keeps its lines. */
export const htmlText = (html: string, file = ''): HtmlText => {
  const links = new Set<string>();
  let text = '';
  /** Ends the line, or the paragraph, once. */
  const part = (lines: 1 | 2): void => {
    const there = /\n{0,2}$/.exec(text.slice(-2))![0].length;
    if (text !== '') text += '\n'.repeat(Math.max(0, lines - there));
  };
  const say = (words: string, verbatim: boolean): void => {
    if (verbatim) {
      text += words;
      return;
    }
    const said = words.replace(/\s+/g, ' ');
    text += text === '' || /\s$/.test(text.slice(-1)) ? said.replace(/^ /, '') : said;
  };
  const walk = (element: MarkupElement, verbatim: boolean): void => {
    for (const inside of element.parts) {
      if (typeof inside === 'string') {
        say(inside, verbatim);
        continue;
      }
      const name = inside.name.toLowerCase();
      if (SILENT.has(name)) continue;
      const link = name === 'a' && inside.attributes.find(([key]) => key.toLowerCase() === 'href')?.[1];
      if (link && /^(?:https?:)?\/\/\w/i.test(link.trim()))
        links.add(link.trim().replace(/^\/\//, 'https://'));
      // Ten to the third is not 103.
      if (name === 'sup' && /\d$/.test(text) && /^[-−–]?\d/.test(firstText(inside))) text += '^';
      const lines = PARAGRAPHS.has(name) ? 2 : BLOCKS.has(name) ? 1 : 0;
      if (lines > 0) part(lines as 1 | 2);
      if (name === 'li') text += '- ';
      if (name === 'br') text += '\n';
      if (name === 'td' || name === 'th') say(' ', false);
      walk(inside, verbatim || name === 'pre');
      if (lines > 0) part(lines as 1 | 2);
    }
  };
  walk(markupTree(html, file), false);
  return {
    text: text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trim(),
    links: [...links],
  };
};

const firstText = ({ parts: [first] }: MarkupElement): string => (typeof first === 'string' ? first : '');
