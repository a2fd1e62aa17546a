import { type Span, trimmed } from './span.js';

/** A part of a text by its layout: prose of one or more lines, one item of a list, one row of a table, or a heading. */
export interface Block extends Span {
  readonly kind: 'prose' | 'item' | 'row' | 'heading';
}

/** A heading has no more characters than this, Markdown's aside. */
const LONGEST_HEADING = 80;
/** A line that ends without a mark and is at least this long was probably broken to fit a page. */
const WRAPPED = 50;

/**
 * The blocks of a text in order; every character that is not white space is in exactly one. A blank line ends a block. A line break
 * ends one after a full mark, around items, rows and headings; otherwise the line was broken to fit a page, and the block goes on.
 */
export const blocksOf = (text: string): readonly Block[] => {
  const lines = linesOf(text);
  const blocks: Block[] = [];
  let goesOn = false;
  lines.forEach((line, i) => {
    const next = lines[i + 1];
    if (!line) {
      goesOn = false;
      return;
    }
    const kind = kindOf(text, line, next, !goesOn && i + 1 < lines.length);
    const last = blocks.at(-1);
    if (goesOn && kind === 'prose' && last) blocks[blocks.length - 1] = { ...last, end: line.end };
    else blocks.push({ ...line, kind });
    const current = blocks.at(-1)!.kind;
    goesOn =
      next !== undefined &&
      (current === 'prose' || current === 'item') &&
      !isClosed(text, line, next, current);
  });
  return blocks;
};

/** Lines without white space at their ends; undefined where a line is blank. */
const linesOf = (text: string): readonly (Span | undefined)[] => {
  const lines: (Span | undefined)[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at++)
    if (at === text.length || text[at] === '\n') {
      lines.push(trimmed(text, { start, end: at }));
      start = at + 1;
    }
  return lines;
};

/** `free`: no sentence of a line before goes on in this one, and there are lines below. */
const kindOf = (text: string, line: Span, next: Span | undefined, free: boolean): Block['kind'] => {
  const words = text.slice(line.start, line.end);
  if (isRow(words)) return next && isRule(text.slice(next.start, next.end)) ? 'heading' : 'row';
  if (isMarkdownHeading(words) || isBracketed(words)) return 'heading';
  if (isItem(words)) return 'item';
  const lower = next !== undefined && goesOnLower(text, next);
  return free && !lower && isHeading(words) ? 'heading' : 'prose';
};

const isRow = (words: string): boolean => words.includes('\t') || words.split('|', 4).length > 2;
/** The line under the head of a Markdown table. */
const isRule = (words: string): boolean => words.includes('---') && /^[|:\- ]+$/.test(words);
/** `[Diagnosis]`. */
const isBracketed = (words: string): boolean =>
  words.startsWith('[') && words.length <= LONGEST_HEADING && words.indexOf(']') === words.length - 1;
const isMarkdownHeading = (words: string): boolean => /^#{1,6} /.test(words);
/** `- one`, `• one`, `1. one`, `2) two`, `(a) one`, `iv. four`. */
const isItem = (words: string) => /^(?:[-*•·‣▪■–—] |[(]?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)] )/i.test(words);

/** A short line without an end mark that begins a block and is not the last; `Methods:` too. */
const isHeading = (words: string): boolean => {
  if (words.length > LONGEST_HEADING) return false;
  const last = words.at(-1)!;
  if (last === ':') return true;
  if (/[.!?…;,。！？]/.test(last)) return false;
  return words.length < WRAPPED && /^[\p{Lu}\d]/u.test(words) && !isAbrupt(words);
};

/** Words that do not end a heading: the line goes on below. */
const isAbrupt = (words: string): boolean =>
  /(?:^| )(?:a|an|the|of|in|on|at|to|for|from|with|by|and|or|was|were|is|are|had|has|have|that|which|as|than|no|not|be|been)$/i.test(
    words,
  );

/** Whether the block ends with this line: after a mark, and after a short line of an item before a new beginning. */
const isClosed = (text: string, line: Span, next: Span, kind: Block['kind']): boolean =>
  /[.!?…:;。！？"”)\]]/.test(text[line.end - 1]!) ||
  (kind === 'item' && line.end - line.start < WRAPPED && !goesOnLower(text, next));

const goesOnLower = (text: string, next: Span): boolean => /\p{Ll}/u.test(text[next.start]!);
