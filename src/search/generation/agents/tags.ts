export interface Tags {
  readonly begin: string;
  readonly end: string;
}

/** Search-o1's, literally: the model writes a query between the first two, the program a result between the others. */
export const QUERY: Tags = { begin: '<|begin_search_query|>', end: '<|end_search_query|>' };
export const RESULT: Tags = { begin: '<|begin_search_result|>', end: '<|end_search_result|>' };

/** Search-R1's, literally; they are ordinary text and no special tokens. */
export const SEARCH: Tags = { begin: '<search>', end: '</search>' };
export const ANSWER: Tags = { begin: '<answer>', end: '</answer>' };
export const INFORMATION: Tags = { begin: '<information>', end: '</information>' };

/** Around the thoughts of a reasoning model, and around those that a service gives in a field of their own. */
export const THINK: Tags = { begin: '<think>', end: '</think>' };

/** The last text between a pair of marks, trimmed; a mark that is opened twice counts from the second time. */
export const lastBetween = (text: string, { begin, end }: Tags): string | undefined => {
  let last: string | undefined;
  let to = 0;
  for (let from = text.indexOf(begin); from >= 0; from = text.indexOf(begin, to)) {
    const close = text.indexOf(end, from);
    if (close < 0) break;
    last = text.slice(text.lastIndexOf(begin, close) + begin.length, close).trim();
    to = close + end.length;
  }
  return last;
};

/** The first pair of any of these kinds, with what is between its marks, trimmed. */
export const firstPair = (
  text: string,
  kinds: readonly Tags[],
): { readonly marks: Tags; readonly text: string } | undefined =>
  kinds
    .flatMap((marks) => {
      const from = text.indexOf(marks.begin);
      const to = from < 0 ? -1 : text.indexOf(marks.end, from);
      return to < 0 ? [] : [{ marks, from, text: text.slice(from + marks.begin.length, to).trim() }];
    })
    .sort((a, b) => a.from - b.from)[0];

const O1_BLOCK = /<\|begin_search_(query|result)\|>[\s\S]*?(?:<\|end_search_\1\|>|$)/g;
const O1_MARK = /<\|(?:begin|end)_search_(?:query|result)\|>/g;

/** Without queries and results, finished or not, and without marks that are alone. */
export const withoutBlocks = (text: string): string => text.replace(O1_BLOCK, '').replace(O1_MARK, '');

/** Text of others that is put into a conversation: what it says cannot end the block it is in, nor a thought. */
export const withoutMarks = (text: string): string => {
  const bare: string[] = [];
  for (const character of text) {
    bare.push(character);
    // Only `>` ends a mark; taking one out may complete another around it, whose own `>` comes later.
    if (character !== '>') continue;
    const end = bare.slice(-LONGEST_MARK).join('');
    const mark = MARKS.find((each) => end.endsWith(each));
    if (mark !== undefined) bare.length -= mark.length;
  }
  return bare.join('');
};

const MARKS = [
  ...['query', 'result'].flatMap((kind) => [`<|begin_search_${kind}|>`, `<|end_search_${kind}|>`]),
  ...['think', 'search', 'information', 'answer'].flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
];
const LONGEST_MARK = Math.max(...MARKS.map((mark) => mark.length));
