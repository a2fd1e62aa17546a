import { InputError } from '../../core/index.js';
import { PARTS, type Part } from '../formats/index.js';

/** The columns that each part of a task may name; those without a mark must be known before it is read. */
export const COLUMN_FIELDS = {
  corpus: { id: 'one', title: 'optional', text: 'several' },
  queries: { id: 'one', text: 'several', excluded: 'optional', answer: 'optional' },
  judgements: { query: 'one', document: 'one', grade: 'optional' },
} as const satisfies Record<Part, Readonly<Record<string, 'one' | 'several' | 'optional'>>>;

/** Which file a part of a task is, and in which of its columns what is. A text may be that of several columns. */
export interface PartColumns {
  /** From the folder of the data: a file, a folder of files, or a name with `*` for several. */
  readonly file: string;
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/** What is said of a folder's files; what is not said is guessed. */
export type Columns = Readonly<Partial<Record<Part, PartColumns>>>;

/** What `--columns` looks like. */
export const COLUMNS_EXAMPLE =
  'corpus=articles.csv(id=article_id,text=title+body) queries=searches.csv(id=search_id,text=words) ' +
  'judgements=ratings.csv(query=search_id,document=article_id,grade=rating)';

/** Columns as they are written after `--columns`; read again, it is the same. */
export const columnsText = (columns: Columns): string =>
  PARTS.flatMap((part) => {
    const said = columns[part];
    if (!said) return [];
    const fields = [...said.columns].map(([field, names]) => `${field}=${names.map(word).join('+')}`);
    return [`${part}=${word(said.file)}${fields.length > 0 ? `(${fields.join(',')})` : ''}`];
  }).join(' ');

/** Characters that a name may have only within double quotes. */
const SIGNS = /[\s"(),=+]/;

const word = (name: string): string =>
  name === '' || SIGNS.test(name) ? `"${name.replaceAll('"', '""')}"` : name;

/** Reads what `--columns` says. */
export const parseColumns = (text: string): Columns => {
  let at = 0;
  const refuse = (found: string, expected: string): never => {
    throw new InputError({
      found: `--columns: ${found}`,
      expected,
      fix: `write it as --columns "${COLUMNS_EXAMPLE}"`,
    });
  };
  const skip = (): void => {
    while (/\s/.test(text[at] ?? '')) at++;
  };
  const rest = (): string => (at < text.length ? JSON.stringify(text.slice(at, at + 20)) : 'its end');
  const sign = (wanted: string): boolean => {
    if (text[at] !== wanted) return false;
    at++;
    return true;
  };
  const name = (what: string): string => {
    if (!sign('"')) {
      const start = at;
      while (at < text.length && !SIGNS.test(text[at]!)) at++;
      return at > start ? text.slice(start, at) : refuse(`${rest()} in the place of ${what}`, what);
    }
    let quoted = '';
    for (;;) {
      const end = text.indexOf('"', at);
      if (end < 0) refuse('a double quote that does not end', `${what} in double quotes`);
      quoted += text.slice(at, end);
      at = end + 1;
      if (!sign('"')) return quoted === '' ? refuse(`an empty name in quotes`, what) : quoted;
      quoted += '"';
    }
  };
  const fieldsOf = (part: Part): ReadonlyMap<string, readonly string[]> => {
    const known: Readonly<Record<string, string>> = COLUMN_FIELDS[part];
    const fields = new Map<string, readonly string[]>();
    do {
      skip();
      const field = name(`one of ${Object.keys(known).join(', ')}`);
      if (!Object.hasOwn(known, field))
        refuse(`${part} with "${field}"`, `one of ${Object.keys(known).join(', ')}`);
      if (fields.has(field)) refuse(`${part} with "${field}" twice`, `"${field}" once; join columns by +`);
      if (!sign('=')) refuse(`${rest()} behind "${field}"`, `${field}=COLUMN`);
      const names = [name('the name of a column')];
      while (sign('+')) names.push(name('the name of a column'));
      if (names.length > 1 && known[field] !== 'several')
        refuse(`${names.length} columns for "${field}" of ${part}`, 'one; only texts may be joined');
      fields.set(field, names);
      skip();
    } while (sign(','));
    if (!sign(')')) refuse(`${rest()} in the brackets of ${part}`, '"," or ")"');
    return fields;
  };
  const columns: Partial<Record<Part, PartColumns>> = {};
  for (skip(); at < text.length; skip()) {
    const said = name(`one of ${PARTS.join(', ')}`);
    const part = PARTS.find((each) => each === said) ?? refuse(`"${said}"`, `one of ${PARTS.join(', ')}`);
    if (columns[part]) refuse(`${part} twice`, 'each part once');
    if (!sign('=')) refuse(`${rest()} behind "${part}"`, `${part}=FILE`);
    const file = name('the name of a file');
    columns[part] = { file, columns: sign('(') ? fieldsOf(part) : new Map() };
  }
  if (Object.keys(columns).length === 0) refuse('nothing', `one of ${PARTS.join(', ')}`);
  return columns;
};
