import { queryCheck } from '../check-of-each.js';
import { excerpt } from '../excerpt.js';

export const answerOptions = queryCheck(
  {
    name: 'answer-options',
    title: 'Queries with answer options',
    definition:
      'Queries that list options of an exam question: A), B) and C), in brackets, quotes, cells or bold type, with full stops, colons, slashes or equals signs, or alone at the beginning of lines, in capitals or not, one after the other; numbers in circles or boxes to tick; two of them at the end; after the last question mark, nothing but three short items with bullets, numbers or Roman numerals, or in quotes; or words such as “which of the following”, “options:”, “none of the above” and “the correct answer is B”.',
    severity: 'warning',
    fix: 'Leave the options out of the query: one of them is the answer. `build reformulate` rewrites such questions.',
  },
  ({ text: written }) => {
    // Ａ． is A. of another width.
    const text = written.replace(/[Ａ-Ｚａ-ｚ][．）：]/g, (wide) => `${wide.normalize('NFKC')} `);
    const at = optionsIn(text);
    if (at !== undefined) return { detail: 'options A, B and C', text: excerpt(text, at) };
    const ticked = TICKED.exec(text);
    if (ticked) return { detail: 'items to tick', text: excerpt(text, ticked.index) };
    if (isList(text)) return { detail: 'a list after the question', text: excerpt(text, text.length) };
    const said = SAID.exec(text) ?? SOLVED.exec(text);
    return said ? { detail: `“${said[0].trim()}”`, text: excerpt(text, said.index) } : undefined;
  },
);

const SAID =
  /\b(?:(?:which|what|any|all|none|one|each) of|among) the following\b|\b(?:answer |possible )?(?:options|choices|answers)(?: are| include)?:|\b(?:options|choices) (?:below|above|listed|given|are)\b|\b(?:option|choice) (?:[1A][^\n]{1,200}\b(?:option|choice) [2B]|[B-E])\b|\b(?:select|choose|pick|tick|mark|circle) (?:(?:only )?one(?::|\)| from\b)|one (?:answer|option|of the (?:options|choices|answers))|all that (?:apply|are)|the (?:single )?(?:best|correct|right|most [a-z]{1,20}) (?:answer|option|choice|alternative)\b)|\b(?:none|all|both|neither) of (?:the above|these (?:answers|options|choices))\b|\ball of these except\b|^mcq\b|\btrue or false\b|\bwhich (?:one )?of these (?:is|are|would|should)\b[^?\n]{0,60}:|\b(?:true|correct|likely|appropriate),? except:?\s{0,3}$/i;
const SOLVED =
  /\b(?:[Cc]orrect|[Rr]ight|[Bb]est) (?:[Aa]nswer|[Oo]ption|[Cc]hoice)(?: is|:) \(?[A-J](?=[).,;\n]|$)|\b(?:[Aa]nswer|[Kk]ey|ANSWER)(?:(?: is)?:| is) ?\(?[A-J]\)?\.?\s{0,3}$/;
/** Two numbers in circles, or boxes. */
const TICKED =
  /[①❶⓵][^①❶⓵]{1,300}[②❷⓶]|[☐□◯○❑][^☐□◯○❑\n]{1,200}\n?\s{0,9}[☐□◯○❑]|\[ ?\] [^\n[\]]{1,200}\n\s{0,9}\[ ?\]/;

/** Bullets, numbers and Roman numerals in the place of letters. */
const ITEM = /(?:^|\s)(?:[-*•–]|\(?(?:\d{1,2}|[ivx]{1,4}|[IVX]{1,4})[).:])\s/;
/** Two options, as the choice of a sentence or as the last lines; and four letters without any mark, which nothing but a question goes before. */
const TWO =
  /\(A\) [^()\n]{1,60} or \(B\) |(?:^|\n)\(?A[).:] [^\n]{1,80}\n\(?B[).:] [^\n]{1,80}\s{0,9}$|\? ?A \p{Ll}[^?]{1,60} B \p{Ll}[^?]{1,60} C \p{Ll}[^?]{1,60} D \p{Ll}/u;
/** Four short lines with numbers, and nothing behind them. */
const LINES = /(?:\n\s{0,9}\(?(?:\d{1,2}|[ivx]{1,4}|[IVX]{1,4})[).:] [^\n]{1,40}){4,10}\s{0,9}$/;
/** ["gout", "scurvy", "beriberi"] */
const QUOTED = /\? ?\[?(?:["'][^"'\n]{1,60}["'][,;]? ?){3,10}\]?\s{0,9}$/;

/** Whether nothing but three short items or more, with bullets or numbers, follows the last question mark, or two options anywhere. */
const isList = (text: string): boolean => {
  if (TWO.test(text) || QUOTED.test(text) || LINES.test(text)) return true;
  const [before, ...items] = text.slice(text.lastIndexOf('?') + 1).split(ITEM);
  return (
    text.includes('?') && !before!.trim() && items.length >= 3 && items.every(({ length }) => length <= 60)
  );
};

/**
 * The mark of an option: a letter with any signs but commas and ends of sentences around it, as in A) A. A: A/ A= (A) [A] <A> |A| **A.** "A": (a)-, and, at the beginning of a line, A alone.
 */
const MARK =
  /(?<![\p{L}\p{N}])([A-Ca-c])(?:[).:/\]>}*-]{1,3}(?=\s|\*)|\)(?=[\p{L}\p{N}])|[.:](?=\p{Lu}\p{Ll})|=(?=[\p{L}\p{N}])|[、．]|["']:)|\|\s?([A-C])\s?\||^[ \t]{0,4}([A-C])(?:[ \t]{1,4}(?=\S)|$)/gmu;

/** Where a list of options begins: the marks A, B and C follow each other, whatever is between them. */
export const optionsIn = (text: string): number | undefined => {
  let begin = 0;
  let wanted = 0;
  for (const { 1: mark, 2: cell, 3: alone, index } of text.matchAll(MARK)) {
    const letter = (mark ?? cell ?? alone)!.toUpperCase();
    if (letter === 'A') begin = index;
    if (letter === 'ABC'[wanted]) wanted += 1;
    else wanted = letter === 'A' ? 1 : 0;
    if (wanted === 3) return begin;
  }
  return undefined;
};
