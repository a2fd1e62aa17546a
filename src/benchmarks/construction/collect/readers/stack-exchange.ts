import { htmlText } from '../../../../platform/formats/index.js';
import { allRows, type RawRow, textAt } from '../../../../tasks/index.js';
import type { SourceReader } from './reader.js';

interface Answer {
  readonly id: string;
  readonly html: string;
  readonly score: number;
}

/** Kinds of posts in `PostTypeId`. */
const QUESTION = '1';
const ANSWER = '2';

const number = (text: string | undefined): number => (/^-?\d{1,9}$/.test(text ?? '') ? Number(text) : 0);

/**
 * `Posts.xml` of a StackExchange dump: a question with its accepted answer and those with enough votes. Three passes in constant order, so that it does
 * not matter whether an answer comes before its question; what is held in memory are the answers that were chosen.
 */
export const stackExchange: SourceReader = {
  help: 'Posts.xml of a StackExchange dump: questions joined with accepted and voted answers',
  async *rows(file, { votes = 5 }) {
    const accepted = new Map<string, string>();
    for await (const row of allRows(file)) {
      const [id, chosen] = [value(row, 'Id'), value(row, 'AcceptedAnswerId')];
      if (value(row, 'PostTypeId') === QUESTION && id && chosen) accepted.set(id, chosen);
    }
    const answers = new Map<string, Answer[]>();
    for await (const row of allRows(file)) {
      const [id, parent, html] = [value(row, 'Id'), value(row, 'ParentId'), value(row, 'Body')];
      if (value(row, 'PostTypeId') !== ANSWER || !id || !parent || !html) continue;
      const score = number(value(row, 'Score'));
      if (score < votes && accepted.get(parent) !== id) continue;
      answers.set(parent, [...(answers.get(parent) ?? []), { id, html, score }]);
    }
    for await (const row of allRows(file)) {
      const id = value(row, 'Id');
      if (value(row, 'PostTypeId') !== QUESTION || !id) continue;
      yield joined(row, bestFirst(answers.get(id) ?? [], accepted.get(id)));
    }
  },
};

const value = (row: RawRow, column: string): string | undefined => textAt(row, column, column);

/** The accepted answer, then by votes, then by age. */
const bestFirst = (answers: readonly Answer[], accepted: string | undefined): readonly Answer[] => {
  const rank = ({ id, score }: Answer): number => (id === accepted ? Number.MAX_SAFE_INTEGER : score);
  return [...answers].sort((a, b) => rank(b) - rank(a) || number(a.id) - number(b.id));
};

const joined = (row: RawRow, answers: readonly Answer[]): RawRow => {
  const read = answers.map(({ html }) => htmlText(html, row.at.file));
  const optional = (name: string, text: string | undefined) => (text ? { [name]: text } : {});
  return {
    at: row.at,
    values: {
      id: value(row, 'Id')!,
      ...optional('title', value(row, 'Title')),
      ...optional('body', htmlText(value(row, 'Body') ?? '', row.at.file).text),
      ...optional('answer', read[0]?.text),
      answers: read.map(({ text }) => text),
      links: [...new Set(read.flatMap(({ links }) => links))],
      score: number(value(row, 'Score')),
      ...optional('tags', value(row, 'Tags')),
      ...optional('date', value(row, 'CreationDate')),
      ...optional('licence', value(row, 'ContentLicense')),
    },
  };
};
