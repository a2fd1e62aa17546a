import { type Document, fullText } from '../../../core/index.js';
import { part } from './document-context.js';
import { INFORMATION, withoutMarks } from './tags.js';

/** Characters of a token in English, about; which tokenizer a model has is its own affair. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * What Search-R1 reads of a search. The limit of tokens is an estimate and cuts the documents, not the closing tag as
 * the original does.
 */
export const informationBlock = (documents: readonly Document[], tokens: number): string => {
  const text = documents.map((document, i) => described(document, i + 1)).join('');
  const cut = part(text, 0, tokens * CHARACTERS_PER_TOKEN).trim();
  return `\n\n${INFORMATION.begin}${cut}${INFORMATION.end}\n\n`;
};

/** Search-R1's title is a passage's first line; a text of one line has none. */
const described = (document: Document, sampleIndex: number): string => {
  const lines = withoutMarks(fullText(document)).split('\n');
  const [title, text] = lines.length > 1 ? [lines[0]!, lines.slice(1).join('\n')] : ['', lines[0]!];
  return `Doc ${sampleIndex}(Title: ${title.trim()}) ${text.trim()}\n`;
};
