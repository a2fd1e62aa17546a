import { InputError, LIMITS } from '../../core/index.js';
import { unescaped } from './entities.js';

/** An element of SGML, XML or HTML. */
export interface MarkupElement {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly parts: (string | MarkupElement)[];
}

const NAME = /[A-Za-z_][\w.:-]*/y;

/** The name of a tag that begins here. */
export const tagName = (text: string, at: number): string | undefined => {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0];
};
const ATTRIBUTE = /(?<![\w.:-])([A-Za-z_][\w.:-]*)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** A text with tags as a tree, below an element without a name. */
export const markupTree = (text: string, file: string): MarkupElement =>
  markupElement(`<markup>${text}</markup>`, 'markup', file);

/** A record's text as a tree. An element that this record never closes ends where the next tag is. */
export const markupElement = (text: string, name: string, file: string): MarkupElement => {
  const closed = new Set([...text.matchAll(/<\/([A-Za-z_][\w.:-]*)/g)].map(([, each]) => each!));
  const root: MarkupElement = { name: '', attributes: [], parts: [] };
  const stack: MarkupElement[] = [root];
  const say = (words: string): void => {
    if (words !== '') stack.at(-1)!.parts.push(words);
  };
  let at = 0;
  while (at < text.length) {
    const sign = text.indexOf('<', at);
    say(unescaped(text.slice(at, sign < 0 ? text.length : sign)));
    if (sign < 0) break;
    const special = specialAt(text, sign);
    if (special) {
      if (special.text) say(special.text);
      at = special.end;
      continue;
    }
    const closing = text[sign + 1] === '/';
    const named = tagName(text, sign + (closing ? 2 : 1));
    const end = named === undefined ? -1 : tagEndIn(text, sign + named.length);
    if (named === undefined || end < 0) {
      say('<');
      at = sign + 1;
      continue;
    }
    at = end + 1;
    const top = stack.at(-1)!;
    if (top !== root && top.name !== name && !closed.has(top.name)) stack.pop();
    if (closing) {
      const depth = stack.findLastIndex((element) => element.name === named);
      if (depth > 0) stack.length = depth;
      continue;
    }
    const inside = text.slice(sign + 1 + named.length, end);
    const element: MarkupElement = { name: named, attributes: attributesIn(inside), parts: [] };
    stack.at(-1)!.parts.push(element);
    if (!inside.endsWith('/')) stack.push(element);
    if (stack.length > LIMITS.markupLevels.most)
      throw new InputError({
        at: { file },
        found: `elements nested in each other more than ${LIMITS.markupLevels.most} times`,
        expected: 'a document that people wrote',
        fix: 'leave this record out',
      });
  }
  return root.parts.find((part): part is MarkupElement => typeof part !== 'string') ?? root;
};

/** A comment, an instruction, or text that is taken as it is. */
export const specialAt = (
  text: string,
  at: number,
): { readonly end: number; readonly text?: string } | undefined => {
  const behind = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from);
    return found < 0 ? text.length : found + mark.length;
  };
  if (text.startsWith('<!--', at)) return { end: behind('-->', at + 4) };
  if (text.startsWith('<![CDATA[', at)) {
    const end = behind(']]>', at + 9);
    return { end, text: text.slice(at + 9, text.startsWith(']]>', end - 3) ? end - 3 : end) };
  }
  return text[at + 1] === '!' || text[at + 1] === '?' ? { end: behind('>', at) } : undefined;
};

/** Where a tag ends; -1 where another begins first, since the sign was then no tag. */
const tagEndIn = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === '>') return at;
    if (sign === '<') return -1;
    if ((sign === '"' || sign === "'") && text[at - 1] === '=') {
      const end = text.indexOf(sign, at + 1);
      if (end < 0) return -1;
      at = end;
    }
  }
  return -1;
};

const attributesIn = (text: string): MarkupElement['attributes'] =>
  [...text.matchAll(ATTRIBUTE)].map(([, name, double, single, bare]) => [
    name!,
    unescaped(double ?? single ?? bare ?? ''),
  ]);
