import { isJsonObject, type Json } from '../../../core/index.js';
import { asText, type RawRow, textAt, unpacked, valueAt, wrongField } from '../../../tasks/index.js';

const fail = (error: Error): never => {
  throw error;
};

export interface Option {
  readonly label: string;
  readonly text: string;
}

const LABEL_KEYS = ['label', 'key', 'letter', 'id'];
const TEXT_KEYS = ['text', 'value', 'content', 'option'];
const letter = (i: number): string => (i < 26 ? String.fromCharCode(65 + i) : String(i + 1));

/** The options of a question: a list of texts or of objects, an object by label, or one column for each. */
export const optionsAt = (
  row: RawRow,
  where: string | Readonly<Record<string, string>>,
): readonly Option[] => {
  if (typeof where !== 'string')
    return Object.entries(where).flatMap(([label, path]) => {
      const text = textAt(row, `option ${label}`, path);
      return text === undefined ? [] : [{ label, text }];
    });
  const found = valueAt(row.values, where);
  if (found === undefined || found === null) return [];
  const value = unpacked(found);
  const refuse = (): never =>
    fail(
      wrongField(
        row,
        'options',
        where,
        value,
        'a list of texts, of {label, text}, or an object of texts by label',
      ),
    );
  if (!Array.isArray(value) && !isJsonObject(value)) return refuse();
  const options = Array.isArray(value)
    ? value.map((item: Json, i): Option => listed(item, i) ?? refuse())
    : Object.entries(value).flatMap(([label, item]): readonly Option[] =>
        // Structs of Parquet hold every label that any row has.
        item === null ? [] : [{ label, text: asText(item) ?? refuse() }],
      );
  const labels = new Set(options.map(({ label }) => label));
  return labels.size === options.length ? options : refuse();
};

const listed = (item: Json, i: number): Option | undefined => {
  if (!isJsonObject(item)) {
    const text = asText(item);
    return text === undefined ? undefined : { label: letter(i), text };
  }
  const keyIn = (keys: readonly string[]): string | undefined => keys.find((key) => Object.hasOwn(item, key));
  const [labelKey, textKey] = [keyIn(LABEL_KEYS), keyIn(TEXT_KEYS)];
  const label = labelKey === undefined ? undefined : asText(item[labelKey]!);
  const text = textKey === undefined ? undefined : asText(item[textKey]!);
  return label === undefined || text === undefined ? undefined : { label, text };
};
