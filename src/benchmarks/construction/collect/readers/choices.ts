import { allRows, type RawRow, textAt } from '../../../../tasks/index.js';
import type { SourceReader } from './reader.js';

/** Where the choices begin that MedXpertQA has behind its questions. */
const CHOICES = /\n?\s?answer choices:\s?(?=\(A\))/i;

/** A question without the choices behind it, and the choices by their letters; the text itself where it has none. */
export const splitChoices = (
  text: string,
): { readonly question: string; readonly options?: Readonly<Record<string, string>> } => {
  const begins = CHOICES.exec(text);
  if (!begins) return { question: text };
  const listed = text.slice(begins.index + begins[0].length);
  const options: [string, string][] = [];
  // Letters in their order: a bracket within a choice, such as "(B)" in "type (B)", begins none that is not due.
  for (let at = 0, letter = 'A'; ; letter = String.fromCharCode(letter.charCodeAt(0) + 1)) {
    const next = String.fromCharCode(letter.charCodeAt(0) + 1);
    const end = letter === 'Z' ? -1 : listed.indexOf(`(${next})`, at + 3);
    options.push([letter, listed.slice(at + 3, end < 0 ? undefined : end).trim()]);
    if (end < 0) break;
    at = end;
  }
  const question = text.slice(0, begins.index).trim();
  return options.length < 2 || options.some(([, choice]) => choice === '')
    ? { question: text }
    : { question, options: Object.fromEntries(options) };
};

/** Rows of any file, whose column `question` ends with its choices. Options that a row has of its own come first. */
export const choices: SourceReader = {
  help: 'rows whose question ends with its choices, as those of MedXpertQA do',
  async *rows(file) {
    for await (const row of allRows(file)) {
      const text = textAt(row, 'question', 'question');
      const { question, options } = splitChoices(text ?? '');
      yield text === undefined ? row : withOptions(row, question, options);
    }
  },
};

const withOptions = (row: RawRow, question: string, options?: Readonly<Record<string, string>>): RawRow => ({
  at: row.at,
  values: { ...(options && { options }), ...row.values, question },
});
