import { basename } from 'node:path';
import { defined } from '../../../core/index.js';
import { malformed, quoted } from '../../../platform/formats/index.js';
import { type RawRow, textAt, textsAt } from '../../../tasks/index.js';
import type { BuildItem, Origin, SourceText } from '../item.js';
import { type Option, optionsAt } from './field-values.js';
import type { ItemMapping, Mapping } from './mapping.js';

/** What became of a row: an item, a source, or what it lacks to be one. */
export type MappedRow =
  | { readonly id: string; readonly item: BuildItem }
  | { readonly id: string; readonly source: SourceText }
  | { readonly id: string; readonly lacks: string };

/** Makes an item or a source of a row, as the mapping says. */
export const mapRow = (row: RawRow, mapping: Mapping): MappedRow => {
  const { fields } = mapping;
  const sourceId = textAt(row, 'id', fields.id) ?? (fields.id === undefined ? lineId(row) : undefined);
  if (sourceId === undefined) return { id: lineId(row), lacks: 'id' };
  const id = `${mapping.prefix}${sourceId}`;
  const source = textAt(row, 'source', fields.source) ?? mapping.source;
  const licence = textAt(row, 'licence', fields.licence) ?? mapping.licence;
  const parts = [fields.text].flat().flatMap((path) => textAt(row, 'text', path) ?? []);
  if (source === undefined) return { id, lacks: 'source' };
  if (licence === undefined) return { id, lacks: 'licence' };
  if (parts.length === 0) return { id, lacks: 'text' };
  const text = parts.join('\n\n');
  const url = textAt(row, 'url', fields.url);
  const lacking = mapping.needs.find(
    (field) => !has(row, (fields as Readonly<Record<string, unknown>>)[field]),
  );
  if (lacking !== undefined) return { id, lacks: lacking };
  const origin: Origin = { source, licence, id: sourceId, ...defined({ url }) };
  if (mapping.family === 'source') {
    const title = textAt(row, 'title', mapping.fields.title);
    return { id, source: { id, origin, ...defined({ title }), text } };
  }
  return withAnswer(row, mapping, { id, family: mapping.family, origin, text, trail: [] });
};

/** Whether a column has a text, or a list with one. */
const has = (row: RawRow, path: unknown): boolean =>
  typeof path === 'string' && textsAt(row, path, path).length > 0;

/** Where a row is, as an id: rows without one still differ. */
const lineId = ({ at }: RawRow): string => `${basename(at.file).split('.')[0]}-${at.line}`;

const withAnswer = (row: RawRow, mapping: ItemMapping, item: BuildItem): MappedRow => {
  const { family, fields, answerAs } = mapping;
  const { id } = item;
  const options = fields.options === undefined ? undefined : optionsAt(row, fields.options);
  if (family === 'exam' && (options?.length ?? 0) < 2) return { id, lacks: 'options' };
  const given = textAt(row, 'answer', fields.answer);
  if (given === undefined && (family === 'exam' || family === 'treatment')) return { id, lacks: 'answer' };
  const answer = given === undefined ? undefined : options ? chosen(row, options, given, answerAs) : given;
  const evidence = fields.evidence === undefined ? [] : textsAt(row, 'evidence', fields.evidence);
  const name = textAt(row, 'diagnosis', fields.diagnosis);
  const code = textAt(row, 'diagnosisCode', fields.diagnosisCode);
  if (family === 'case' && name === undefined) return { id, lacks: 'diagnosis' };
  return {
    id,
    item: {
      ...item,
      ...defined({ options: options && [...options], answer }),
      ...(evidence.length > 0 && { evidence: [...evidence] }),
      ...(name !== undefined && { diagnosis: { name, ...defined({ code }) } }),
    },
  };
};

/** The text of the option that the answer names. What could name two different options is refused: the mapping must say which it is. */
const chosen = ({ at }: RawRow, options: readonly Option[], given: string, as: ItemMapping['answerAs']) => {
  const byLabel = options.find(({ label }) => label.toLowerCase() === given.trim().toLowerCase());
  const byText = options.find(({ text }) => text.trim() === given.trim());
  const place = /^\d{1,9}$/.test(given.trim()) ? Number(given) : Number.NaN;
  const found = {
    label: byLabel,
    text: byText,
    'index-from-0': options[place],
    'index-from-1': options[place - 1],
  };
  const option = as ? found[as] : (byLabel ?? byText);
  const ambiguous = !as && byLabel && byText && byLabel !== byText;
  if (option && !ambiguous) return option.text;
  throw malformed(at, {
    found: `the answer ${quoted(given)}, which ${ambiguous ? 'is the label of one option and the text of another' : 'names no option'}`,
    expected: as
      ? `the ${as} of an option`
      : `one of the labels ${options.map(({ label }) => label).join(', ')}, or the text of an option`,
    fix: 'write answerAs in the mapping: label, text, index-from-0 or index-from-1',
  });
};
