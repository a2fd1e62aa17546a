import { isWholeText } from './headings.js';
import type { ColumnProfile, TableProfile } from './profile.js';

/** Columns of a table as one part of a task, by field; what is missing was not found. */
export type GuessedColumns = ReadonlyMap<string, readonly string[]>;

/** Longer values are texts, not ids. */
const LONGEST_ID = 64;
const LONG_WORDS = 3;

const entries = (fields: Readonly<Record<string, readonly (string | undefined)[]>>): GuessedColumns =>
  new Map(
    Object.entries(fields).flatMap(([field, names]) => {
      const known = names.filter((name) => name !== undefined);
      return known.length > 0 ? [[field, known] as const] : [];
    }),
  );

const isShort = ({ meanLength, meanWords, list }: ColumnProfile): boolean =>
  !list && meanLength <= LONGEST_ID && meanWords < LONG_WORDS;

/** The columns of a table of documents or of queries; nothing where it has no id or no text. */
export const guessTexts = (
  { columns }: Pick<TableProfile, 'columns'>,
  of: 'query' | 'document',
): GuessedColumns | undefined => {
  const other = of === 'query' ? 'document' : 'query';
  const mine = columns.filter(({ heading }) => heading.of !== other);
  const ids = mine.filter((column) => column.heading.part === 'id' && isShort(column));
  const id =
    ids.find(({ heading }) => heading.of === of) ??
    ids[0] ??
    columns.find((column) => column.distinct && isShort(column) && column.heading.part === undefined);
  if (!id) return undefined;
  const title = of === 'document' ? mine.find(({ heading }) => heading.part === 'title') : undefined;
  const text = textColumns(
    mine.filter((column) => column !== id && column !== title && !column.list),
    of,
  );
  if (text.length === 0 && !title) return undefined;
  return entries({
    id: [id.name],
    ...(text.length > 0 ? { title: [title?.name], text } : { text: [title!.name] }),
    ...(of === 'query' && { excluded: [columns.find(({ heading }) => heading.part === 'excluded')?.name] }),
  });
};

/** A column that says it is the text; else those that say a part of it; else long texts, of a query the first. */
const textColumns = (columns: readonly ColumnProfile[], of: 'query' | 'document'): readonly string[] => {
  const whole = columns.find(({ name }) => isWholeText(name));
  if (whole) return [whole.name];
  // What is nested is in the column around it too.
  const top = columns.filter(({ name }) => !columns.some((outer) => name.startsWith(`${outer.name}.`)));
  const named = top.filter(({ heading }) => heading.part === 'text');
  const titles = of === 'query' ? top.filter(({ heading }) => heading.part === 'title') : [];
  const long = top.filter(({ heading, numeric, meanWords }) => {
    const { part } = heading;
    return (part === undefined || part === 'text') && !numeric && meanWords >= LONG_WORDS;
  });
  const rest = top.filter(({ heading, numeric }) => heading.part === undefined && !numeric);
  const found =
    [of === 'query' ? [...titles, ...named] : named, long, rest].find(({ length }) => length > 0) ?? [];
  const chosen = of === 'query' ? found.slice(0, 1) : found === rest ? rest.slice(0, 1) : found;
  return chosen.map(({ name }) => name);
};

/** The columns of a table of judgements, as far as its headings say them; nothing of a table that cannot be one. */
export const guessJudgements = ({
  columns,
  kind,
}: Pick<TableProfile, 'columns' | 'kind'>): GuessedColumns | undefined => {
  const positives = columns.find(({ heading, list }) => list && isPositives(heading));
  if (positives) {
    const id = guessTexts({ columns }, 'query')?.get('id');
    return id && entries({ query: id, document: [positives.name] });
  }
  const short = columns.filter(isShort);
  if (short.length < 2) return undefined;
  const sides = (of: 'query' | 'document'): ColumnProfile | undefined =>
    short.find(({ heading }) => heading.of === of && heading.part === 'id') ??
    short.find(({ heading }) => heading.of === of && heading.part === 'text');
  const [query, document] = [sides('query'), sides('document')];
  const known = entries({ query: [query?.name], document: [document?.name] });
  const grade = guessGrade({ columns }, known);
  if (query && document) return new Map([...known, ...grade]);
  if (kind.kind === 'delimited' && !kind.header && columns.length === 3 && columns[2]!.numeric)
    return entries({ query: ['1'], document: ['2'], grade: ['3'] });
  // Headings that say nothing: ids of the other files will.
  return short.length === columns.length && columns.length <= MOST_COLUMNS
    ? new Map([...known, ...(columns.some(({ heading }) => heading.part === 'grade') ? grade : [])])
    : undefined;
};

/** The grades of judgements: a column that says so, else the only other one of numbers that is none of ids. */
export const guessGrade = (
  { columns }: Pick<TableProfile, 'columns'>,
  known: GuessedColumns,
): GuessedColumns => {
  const used = new Set([...known.values()].flat());
  const left = columns.filter(({ name, heading }) => !used.has(name) && heading.part !== 'id');
  const named = left.filter(({ heading }) => heading.part === 'grade');
  const numbers = left.filter(({ numeric }) => numeric);
  const found = named.length > 0 ? named.slice(0, 1) : numbers.length === 1 ? numbers : [];
  return entries({ grade: found.map(({ name }) => name) });
};

/** A table of judgements has hardly more: who judged, when, why. */
const MOST_COLUMNS = 8;

const isPositives = ({ part, of }: ColumnProfile['heading']): boolean =>
  part === 'positives' || (of === 'document' && part !== 'excluded');

/** Columns of short values that may be ids or grades. */
export const shortColumns = ({ columns }: Pick<TableProfile, 'columns'>): readonly ColumnProfile[] =>
  columns.filter(isShort);
