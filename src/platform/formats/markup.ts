import { InputError, type JsonObject, LIMITS } from '../../core/index.js';
import { unescaped } from './entities.js';

/** A record of an SGML or XML file by the names of its parts, and the line it begins in. */
interface MarkupRecord<Values = JsonObject> {
  readonly values: Values;
  readonly line: number;
}

/** Takes the lines of an SGML or XML file one by one, and gives the records that end in each. */
interface MarkupReader<Values> {
  add(text: string, line: number): readonly MarkupRecord<Values>[];
  finish(): void;
}

const NAME = /[A-Za-z_][\w.:-]*/y;

/** Elements that are a record wherever they are: documents and topics of TREC, rows of a dump. */
const RECORDS = ['doc', 'document', 'top', 'topic', 'row', 'record', 'query'];

/** The element that each record of a file is, by how the file begins; a file without repeated elements is one record. */
export const recordElement = (head: string): string | undefined => {
  const names: string[] = [];
  for (let at = head.indexOf('<'); at >= 0; at = head.indexOf('<', at)) {
    NAME.lastIndex = at + 1;
    const name = NAME.exec(head)?.[0];
    at = specialAt(head, at)?.end ?? at + 1;
    if (name === undefined) continue;
    if (RECORDS.includes(name.toLowerCase())) return name;
    names.push(name);
  }
  const [root, first] = names;
  const repeated = first !== undefined && first !== root && names.indexOf(first, 2) > 0;
  return repeated && head.includes(`</${first}`) ? first : root;
};

/**
 * The records of a file whose records are elements of this name. A classic topic leaves out the ends of its parts: each ends where the
 * next begins.
 */
export const markupReader = (file: string, element: string): MarkupReader<JsonObject> =>
  recordReader(file, element, (text) => valuesOf(text, element, file));

/** The same, with every record as a tree. */
export const markupTrees = (file: string, element: string): MarkupReader<MarkupElement> =>
  recordReader(file, element, (text) => parsed(text, element, file));

const recordReader = <Values>(
  file: string,
  element: string,
  read: (text: string) => Values,
): MarkupReader<Values> => {
  /** What was read of a record that is open. */
  let open: string[] | undefined;
  let began = 0;
  /** Within the tag that opens the record: the quote that is open there. */
  let tag: { quote: string } | undefined;

  /** Where the opening tag ends, or -1 if it goes on in the next line. */
  const tagEnd = (text: string, from: number, within: { quote: string }): number => {
    for (let at = from; at < text.length; at++) {
      const sign = text[at]!;
      if (within.quote) {
        if (sign === within.quote) within.quote = '';
      } else if (sign === '"' || sign === "'") within.quote = sign;
      else if (sign === '>') return at;
    }
    return -1;
  };

  return {
    add(text, line) {
      const found: MarkupRecord<Values>[] = [];
      /** Where the record's part of this line begins, and what of the line was looked at. */
      let from = 0;
      let at = 0;
      for (;;) {
        if (!open) {
          from = tagIn(text, `<${element}`, at);
          if (from < 0) return found;
          at = from;
          open = [];
          began = line;
          tag = { quote: '' };
        }
        let end = -1;
        if (tag) {
          const behind = tagEnd(text, at, tag);
          if (behind >= 0) tag = undefined;
          at = behind < 0 ? text.length : behind + 1;
          if (text[behind - 1] === '/') end = at;
        }
        if (end < 0 && !tag) {
          end = tagIn(text, `</${element}`, at);
          at = end + element.length;
        }
        open.push(end < 0 ? text.slice(from) : text.slice(from, end));
        if (end < 0) return found;
        found.push({ values: read(open.join('\n')), line: began });
        open = undefined;
      }
    },
    finish() {
      if (open)
        throw new InputError({
          at: { file, line: began },
          found: `a <${element}> that does not end`,
          expected: `</${element}> behind it`,
          fix: 'copy the file again; it may have been cut short',
        });
    },
  };
};

/** Where a tag begins: `<DOC` is not the beginning of `<DOCNO>`. */
const tagIn = (text: string, mark: string, from: number): number => {
  for (let at = text.indexOf(mark, from); at >= 0; at = text.indexOf(mark, at + 1)) {
    const next = text[at + mark.length];
    if (next === undefined || /[\s>/]/.test(next)) return at;
  }
  return -1;
};

/** An element of SGML, XML or HTML. */
export interface MarkupElement {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly parts: (string | MarkupElement)[];
}

/** Elements within a line of text: what they hold belongs to the words around it. */
const INLINE = new Set('a b bold em i italic span strong sub sup u xref'.split(' '));
const ATTRIBUTE = /(?<![\w.:-])([A-Za-z_][\w.:-]*)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** A record's text as a tree. An element that this record never closes ends where the next tag is. */
const parsed = (text: string, name: string, file: string): MarkupElement => {
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
    NAME.lastIndex = sign + (closing ? 2 : 1);
    const tagName = NAME.exec(text)?.[0];
    const end = tagName === undefined ? -1 : tagEndIn(text, sign + tagName.length);
    if (tagName === undefined || end < 0) {
      say('<');
      at = sign + 1;
      continue;
    }
    at = end + 1;
    const top = stack.at(-1)!;
    if (top !== root && top.name !== name && !closed.has(top.name)) stack.pop();
    if (closing) {
      const depth = stack.findLastIndex((element) => element.name === tagName);
      if (depth > 0) stack.length = depth;
      continue;
    }
    const inside = text.slice(sign + 1 + tagName.length, end);
    const element: MarkupElement = { name: tagName, attributes: attributesIn(inside), parts: [] };
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
const specialAt = (
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

const textIn = ({ parts }: MarkupElement): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return INLINE.has(part.name.toLowerCase()) ? textIn(part) : ` ${textIn(part)} `;
    })
    .join('');

const tidy = (text: string): string => text.split(/\s+/).filter(Boolean).join(' ');

/** Words that classic topics put before their parts. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['num', 'Number:'],
  ['title', 'Topic:'],
  ['desc', 'Description:'],
  ['narr', 'Narrative:'],
]);

const shownText = (element: MarkupElement): string => {
  const text = tidy(textIn(element));
  const label = LABELS.get(element.name.toLowerCase());
  return label && text.startsWith(label) ? text.slice(label.length).trimStart() : text;
};

const DEEPEST_NAME = 3;

/** Attributes, then parts by their names, nested ones as `a.b`; a text without parts is `text`. */
const valuesOf = (text: string, name: string, file: string): JsonObject => {
  const element = parsed(text, name, file);
  const values = new Map<string, string>(element.attributes);
  const add = (key: string, value: string): void => {
    const earlier = values.get(key);
    values.set(key, earlier === undefined ? value : `${earlier}\n${value}`);
  };
  const walk = (inside: MarkupElement, prefix: string, depth: number): void => {
    for (const part of inside.parts) {
      if (typeof part === 'string' || INLINE.has(part.name.toLowerCase())) continue;
      add(`${prefix}${part.name}`, shownText(part));
      if (depth < DEEPEST_NAME && !ownText(part)) walk(part, `${prefix}${part.name}.`, depth + 1);
    }
  };
  const own = ownText(element);
  if (own) add('text', own);
  walk(element, '', 1);
  return Object.fromEntries(values);
};

/** What an element says outside of its parts. */
const ownText = ({ parts, ...element }: MarkupElement): string =>
  tidy(
    textIn({
      ...element,
      parts: parts.filter((part) => typeof part === 'string' || INLINE.has(part.name.toLowerCase())),
    }),
  );

/** A text with tags as a tree, below an element without a name. */
export const markupTree = (text: string, file: string): MarkupElement =>
  parsed(`<markup>${text}</markup>`, 'markup', file);
