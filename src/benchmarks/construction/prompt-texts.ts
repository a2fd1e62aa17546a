import { trimmedEnds } from '../../core/index.js';
import type { BuildItem } from './item.js';

/** Tags that the prompts of construction put around material. */
const TAG =
  /<(\s{0,4}\/?\s{0,4}(?:question|options|answer|reference|response|query|passage|reasoning|case|diagnosis|terms|report)\s{0,4})>/gi;

/** Material as it stands in a prompt: it cannot close the tag around it, since its own tags are written with other brackets. */
export const material = (text: string): string => text.replace(TAG, '‹$1›');

const NONE = '(none)';

export const optionLines = ({ options = [] }: Pick<BuildItem, 'options'>): string =>
  options.map(({ label, text }) => material(`${label}. ${text}`)).join('\n') || NONE;

export const answerText = ({ answer }: Pick<BuildItem, 'answer'>): string =>
  answer === undefined ? NONE : material(answer);

/** What prompts show of a question as it was collected. */
export const questionValues = (item: BuildItem) => ({
  QUESTION: material(item.text),
  OPTIONS: optionLines(item),
  ANSWER: answerText(item),
});

/** A reply as it was understood, or why it was not. */
export type ReplyReading<Value> = { readonly value: Value } | { readonly unreadable: string };

/** `line`: on the line of its name alone. `text`: it may go on in further lines. */
export type FieldKind = 'line' | 'text';

/** Marks that models put around a name or a short value. */
const DRESS = /[\s*_`"'#>]/;
const FENCE = /^```[a-z]{0,10}$/i;

/**
 * Reads a reply of named fields, one to a line: `- Reason: …`. Strict and total: every field must be there once, none may be empty, and nothing
 * else may be. A fence around all of it is allowed, as are bold names. What no rule covers cannot be read.
 */
export const readFields = <Name extends string>(
  reply: string,
  fields: Readonly<Record<Name, FieldKind>>,
): ReplyReading<Readonly<Record<Name, string>>> => {
  const names = Object.keys(fields) as Name[];
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]));
  const found = new Map<Name, string[]>();
  let open: Name | undefined;
  for (const line of withoutFence(reply)) {
    const begun = fieldIn(line, byName);
    if (begun && found.has(begun.name)) return { unreadable: `two fields "${begun.name}"` };
    if (begun) {
      found.set(begun.name, [begun.rest]);
      open = begun.name;
    } else if (line.trim() !== '') {
      if (open === undefined) return { unreadable: `text before the field "${names[0]}"` };
      if (fields[open] === 'line') return { unreadable: `text after the field "${open}"` };
      found.get(open)!.push(line);
    } else if (open !== undefined && fields[open] === 'text') found.get(open)!.push('');
  }
  const values: [Name, string][] = [];
  for (const name of names) {
    const lines = found.get(name);
    if (!lines) return { unreadable: `no field "${name}"` };
    const text = lines.join('\n').trim();
    const value = fields[name] === 'line' ? trimmedEnds(text, DRESS) : text;
    if (!/[\p{L}\p{N}]/u.test(value)) return { unreadable: `an empty field "${name}"` };
    values.push([name, value]);
  }
  return { value: Object.fromEntries(values) as Record<Name, string> };
};

/** A reader of replies with these fields: `make` reads their values further, or says what is wrong with one. */
export const fieldsReader =
  <Name extends string, Value>(
    fields: Readonly<Record<Name, FieldKind>>,
    make: (values: Readonly<Record<Name, string>>) => ReplyReading<Value>,
  ) =>
  (reply: string): ReplyReading<Value> => {
    const read = readFields(reply, fields);
    return 'unreadable' in read ? read : make(read.value);
  };

const withoutFence = (reply: string): readonly string[] => {
  const lines = reply.trim().split(/\r?\n/);
  const fenced = lines.length > 2 && FENCE.test(lines[0]!.trim()) && lines.at(-1)!.trim() === '```';
  return fenced ? lines.slice(1, -1) : lines;
};

/** The longest head of a line that can still be the name of a field with its marks. */
const LONGEST_NAME = 60;

const fieldIn = <Name extends string>(line: string, byName: ReadonlyMap<string, Name>) => {
  const colon = line.indexOf(':');
  if (colon < 0 || colon > LONGEST_NAME) return undefined;
  const head = trimmedEnds(line.slice(0, colon), DRESS);
  const bare = trimmedEnds(head.startsWith('-') ? head.slice(1) : head, DRESS).toLowerCase();
  const name = byName.get(bare);
  // "**Reason:** so" leaves the closing mark of its name before the value.
  const rest = line.slice(colon + 1).replace(/^(?:\*\*|__|[*_])(?=\s|$)/, '');
  return name === undefined ? undefined : { name, rest: rest.trim() };
};

/** One of several labels, written in any case; nothing else, however near. */
export const labelIn = <Label extends string>(text: string, labels: readonly Label[]): Label | undefined => {
  const given = trimmedEnds(text, /[\s*_`"'.]/).toLowerCase();
  return labels.find((label) => label.toLowerCase() === given);
};
