import { InputError, type JsonObject } from '../../core/index.js';
import { type MarkupElement, markupElement, specialAt, tagName } from './markup-tree.js';

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

/** In lines. What surrounds the records is in the first of them. */
const LONGEST_HEAD = 100;

/** Elements that are a record wherever they are: documents and topics of TREC, rows of a dump. */
const RECORDS = ['doc', 'document', 'top', 'topic', 'row', 'record', 'query'];

/** The element that each record of a file is, by how the file begins; a file without repeated elements is one record. */
export const recordElement = (head: string): string | undefined => {
  const names: string[] = [];
  for (const { name } of tagsIn(head)) {
    if (RECORDS.includes(name.toLowerCase())) return name;
    names.push(name);
  }
  const [root, first] = names;
  const repeated = first !== undefined && first !== root && names.indexOf(first, 2) > 0;
  return repeated && head.includes(`</${first}`) ? first : root;
};

/** The elements that begin in a text, with what is behind their names. */
function* tagsIn(head: string): Iterable<{ readonly name: string; readonly behind: string }> {
  for (let at = head.indexOf('<'); at >= 0; at = head.indexOf('<', at)) {
    const name = tagName(head, at + 1);
    at = specialAt(head, at)?.end ?? at + 1;
    if (name !== undefined) yield { name, behind: head.slice(at + name.length) };
  }
}

/** The element that surrounds all records, by what is before the first one: it must end behind the last one. */
const elementAround = (head: string): string | undefined => {
  for (const { name, behind } of tagsIn(head))
    return behind[behind.indexOf('>') - 1] === '/' || tagIn(behind, `</${name}`, 0) >= 0 ? undefined : name;
  return undefined;
};

/**
 * The records of a file whose records are elements of this name. A classic topic leaves out the ends of its parts: each ends where the
 * next begins.
 */
export const markupReader = (file: string, element: string): MarkupReader<JsonObject> =>
  recordReader(file, element, (text) => valuesOf(text, element, file));

/** The same, with every record as a tree. */
export const markupTrees = (file: string, element: string): MarkupReader<MarkupElement> =>
  recordReader(file, element, (text) => markupElement(text, element, file));

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
  /** What is before the first record, until that begins; then the element around all of them, until that ends. */
  let head: string[] | undefined = [];
  let around: string | undefined;

  const outside = (text: string): void => {
    if (head && head.length < LONGEST_HEAD) head.push(text);
    if (around !== undefined && tagIn(text, `</${around}`, 0) >= 0) around = undefined;
  };

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
          outside(from < 0 ? text.slice(at) : text.slice(at, from));
          if (from < 0) return found;
          if (head) around = elementAround(head.join('\n'));
          head = undefined;
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
      if (open || around !== undefined)
        throw new InputError({
          at: open ? { file, line: began } : { file },
          found: `a <${open ? element : around}> that does not end`,
          expected: `</${open ? element : around}> behind it`,
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

/** Elements within a line of text: what they hold belongs to the words around it. */
const INLINE = new Set('a b bold em i italic span strong sub sup u xref'.split(' '));
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
  const element = markupElement(text, name, file);
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
