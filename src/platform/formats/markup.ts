import { InputError, type JsonObject } from '../../core/index.js';

/** A record of an SGML or XML file by the names of its parts, and the line it begins in. */
interface MarkupRecord {
  readonly values: JsonObject;
  readonly line: number;
}

/** Takes the lines of an SGML or XML file one by one, and gives the records that end in each. */
interface MarkupReader {
  add(text: string, line: number): readonly MarkupRecord[];
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
export const markupReader = (file: string, element: string): MarkupReader => {
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
      const found: MarkupRecord[] = [];
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
        found.push({ values: valuesOf(open.join('\n'), element), line: began });
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

interface Element {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly parts: (string | Element)[];
}

/** Elements within a line of text: what they hold belongs to the words around it. */
const INLINE = new Set('a b bold em i italic span strong sub sup u xref'.split(' '));
const ATTRIBUTE = /(?<![\w.:-])([A-Za-z_][\w.:-]*)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** A record's text as a tree. An element that this record never closes ends where the next tag is. */
const parsed = (text: string, name: string): Element => {
  const closed = new Set([...text.matchAll(/<\/([A-Za-z_][\w.:-]*)/g)].map(([, each]) => each!));
  const root: Element = { name: '', attributes: [], parts: [] };
  const stack: Element[] = [root];
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
    const element: Element = { name: tagName, attributes: attributesIn(inside), parts: [] };
    stack.at(-1)!.parts.push(element);
    if (!inside.endsWith('/')) stack.push(element);
  }
  return root.parts.find((part): part is Element => typeof part !== 'string') ?? root;
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

const attributesIn = (text: string): Element['attributes'] =>
  [...text.matchAll(ATTRIBUTE)].map(([, name, double, single, bare]) => [
    name!,
    unescaped(double ?? single ?? bare ?? ''),
  ]);

const textIn = ({ parts }: Element): string =>
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

const shownText = (element: Element): string => {
  const text = tidy(textIn(element));
  const label = LABELS.get(element.name.toLowerCase());
  return label && text.startsWith(label) ? text.slice(label.length).trimStart() : text;
};

const DEEPEST_NAME = 3;

/** Attributes, then parts by their names, nested ones as `a.b`; a text without parts is `text`. */
const valuesOf = (text: string, name: string): JsonObject => {
  const element = parsed(text, name);
  const values = new Map<string, string>(element.attributes);
  const add = (key: string, value: string): void => {
    const earlier = values.get(key);
    values.set(key, earlier === undefined ? value : `${earlier}\n${value}`);
  };
  const walk = (inside: Element, prefix: string, depth: number): void => {
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
const ownText = ({ parts, ...element }: Element): string =>
  tidy(
    textIn({
      ...element,
      parts: parts.filter((part) => typeof part === 'string' || INLINE.has(part.name.toLowerCase())),
    }),
  );

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

const LAST_CODE_POINT = 0x10ffff;

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g, (whole, decimal, hex, name) => {
        if (name !== undefined) return ENTITIES.get(name) ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        return code > 0 && code <= LAST_CODE_POINT && (code < 0xd800 || code > 0xdfff)
          ? String.fromCodePoint(code)
          : whole;
      })
    : text;
