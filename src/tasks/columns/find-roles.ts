import type { Json } from '../../core/index.js';
import { PARTS, type Part } from '../formats/index.js';
import { valueAt } from '../raw/column-path.js';
import { rawRows } from '../raw/raw-rows.js';
import { COLUMN_FIELDS, type Columns, type PartColumns } from './columns.js';
import {
  type GuessedColumns,
  guessGrade,
  guessJudgements,
  guessTexts,
  shortColumns,
} from './guess-columns.js';
import { nameSpeaksFor } from './headings.js';
import type { TableProfile } from './profile.js';

/** A part of a task: its files, and which columns of theirs are what. */
export interface Role extends PartColumns {
  readonly table: TableProfile;
}

export type Roles = Readonly<Record<Part, Role>>;

/** The parts of a task, or why they cannot be told. */
export type FoundRoles =
  | { readonly roles: Roles }
  /** Several ways to read the folder, of which nothing speaks for one. */
  | { readonly unclear: readonly [Roles, ...Roles[]] }
  | { readonly missing: readonly Part[] };

interface Candidate extends Role {
  /** How much names and headings speak for it. */
  readonly evidence: number;
}

/** Finds which table is which part of a task; what is said of a part decides, and what is not said is guessed. */
export const findRoles = async (tables: readonly TableProfile[], said: Columns): Promise<FoundRoles> => {
  const candidates = (part: Part): readonly Candidate[] => {
    const own = said[part];
    return tables.flatMap((table) => {
      if (own && table.name !== own.file) return [];
      const guessed = guessFor(table, part) ?? (own && new Map<string, readonly string[]>());
      if (!guessed) return [];
      const columns = own ? withSaid(part, guessed, own.columns) : guessed;
      return [{ table, file: table.name, columns, evidence: evidenceOf(table, part, columns) }];
    });
  };
  const all = Object.fromEntries(PARTS.map((part) => [part, candidates(part)])) as Record<
    Part,
    readonly Candidate[]
  >;
  const ways = all.corpus.flatMap((corpus) =>
    all.queries.flatMap((queries) =>
      all.judgements
        .filter((judgements) => canBe(corpus, queries, judgements, said))
        .map((judgements) => ({ corpus, queries, judgements })),
    ),
  );
  if (ways.length === 0) {
    const none = PARTS.filter((part) => all[part].length === 0);
    return { missing: none.length > 0 ? none : PARTS.filter((part) => !said[part]) };
  }
  const total = (way: (typeof ways)[number]): number =>
    PARTS.reduce((sum, part) => sum + way[part].evidence, 0);
  const best = Math.max(...ways.map(total));
  const likely = ways.filter((way) => total(way) === best);
  const [only] = likely;
  const found = likely.length === 1 && isComplete(only!) ? { roles: only! } : await byJoins(likely);
  return 'roles' in found && mayLackGrades(found.roles, said) ? { unclear: [found.roles] } : found;
};

/** Columns that are neither ids nor grades may be grades in words: to take every row as relevant would be a guess too many. */
const mayLackGrades = ({ queries, judgements }: Roles, said: Columns): boolean =>
  !said.judgements &&
  !judgements.columns.has('grade') &&
  queries.table !== judgements.table &&
  judgements.table.columns.length > 2;

/** Two parts may be one table only where it holds both: queries that name their documents, or a log of judged searches. */
const canBe = (corpus: Candidate, queries: Candidate, judgements: Candidate, said: Columns): boolean => {
  if (said.corpus && said.queries && said.judgements) return true;
  if (corpus.table === queries.table || corpus.table === judgements.table) return false;
  return queries.table !== judgements.table || judgements.columns.has('document');
};

const guessFor = (table: TableProfile, part: Part): GuessedColumns | undefined =>
  part === 'judgements'
    ? guessJudgements(table)
    : guessTexts(table, part === 'corpus' ? 'document' : 'query');

/** What was said goes first; a guess that would give one column two meanings falls away. */
const withSaid = (part: Part, guessed: GuessedColumns, said: GuessedColumns): GuessedColumns => {
  const used = new Set([...said.values()].flat());
  const left = [...guessed].filter(
    ([field, names]) => !said.has(field) && !names.some((name) => used.has(name)),
  );
  const fields = Object.keys(COLUMN_FIELDS[part]);
  const both = new Map([...left, ...said]);
  return new Map(fields.flatMap((field) => (both.has(field) ? [[field, both.get(field)!] as const] : [])));
};

const isComplete = (way: Readonly<Record<Part, Candidate>>): boolean =>
  PARTS.every((part) =>
    Object.entries(COLUMN_FIELDS[part]).every(
      ([field, kind]) => kind === 'optional' || way[part].columns.has(field),
    ),
  );

const BY_NAME = 4;
const BY_FIELDS = 2;

const evidenceOf = (table: TableProfile, part: Part, columns: GuessedColumns): number => {
  const headings = table.columns.map(({ heading }) => heading.of);
  const name = BY_NAME * nameSpeaksFor(table.name, part);
  if (part === 'judgements') {
    const whole = columns.has('query') && columns.has('document');
    return name + (whole ? BY_FIELDS : 0) + (whole && columns.has('grade') ? 1 : 0);
  }
  const [mine, other] =
    part === 'queries' ? (['query', 'document'] as const) : (['document', 'query'] as const);
  const titled = part === 'corpus' && columns.has('title') ? 1 : 0;
  return name + (headings.includes(mine) ? 1 : 0) - (headings.includes(other) ? 1 : 0) + titled;
};

/** What names and headings leave open, ids decide: those of judgements are ids of the two other files. */
const byJoins = async (ways: readonly Readonly<Record<Part, Candidate>>[]): Promise<FoundRoles> => {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  const valuesOf = (table: TableProfile, column: string): Promise<ReadonlySet<string>> => {
    const key = JSON.stringify([table.name, column]);
    const values = known.get(key) ?? readValues(table, column);
    known.set(key, values);
    return values;
  };
  const joined: { readonly roles: Roles; readonly share: number }[] = [];
  for (const way of ways) {
    const { corpus, queries, judgements } = way;
    if (!corpus.columns.has('id') || !queries.columns.has('id')) continue;
    const columns = new Map(judgements.columns);
    let share = 0;
    for (const [field, role] of [
      ['query', queries],
      ['document', corpus],
    ] as const) {
      const ids = await valuesOf(role.table, role.columns.get('id')![0]!);
      const taken = new Set([...columns].filter(([each]) => each !== field).flatMap(([, names]) => names));
      const names = columns.get(field) ?? shortColumns(judgements.table).map(({ name }) => name);
      let most = { share: 0, name: undefined as string | undefined };
      for (const name of names.filter((each) => !taken.has(each))) {
        const found = shareIn(await valuesOf(judgements.table, name), ids);
        if (found > most.share) most = { share: found, name };
      }
      if (most.name !== undefined) columns.set(field, [most.name]);
      share += most.share;
    }
    if (!columns.has('query') || !columns.has('document')) continue;
    const pairs = new Map(['query', 'document'].map((field) => [field, columns.get(field)!]));
    const grade = columns.get('grade') ?? guessGrade(judgements.table, pairs).get('grade');
    const ordered = grade ? pairs.set('grade', grade) : pairs;
    joined.push({ roles: { corpus, queries, judgements: { ...judgements, columns: ordered } }, share });
  }
  const best = Math.max(0, ...joined.map(({ share }) => share));
  const [only, ...more] = joined.filter(({ share }) => share === best).map(({ roles }) => roles);
  if (only && more.length === 0 && best > 0) return { roles: only };
  const [first, ...rest] = ways;
  return { unclear: [only ?? first!, ...(only ? more : rest)] };
};

const shareIn = (values: ReadonlySet<string>, ids: ReadonlySet<string>): number =>
  values.size === 0 ? 0 : [...values].filter((value) => ids.has(value)).length / values.size;

/** The different values of a column, of a list each of its items. */
const readValues = async ({ paths, kind }: TableProfile, column: string): Promise<ReadonlySet<string>> => {
  const values = new Set<string>();
  const add = (value: Json): void => {
    if (typeof value === 'string') values.add(value.trim());
    else if (typeof value === 'number') values.add(String(value));
  };
  for (const path of paths)
    for await (const batch of rawRows(path, kind))
      for (const row of batch)
        for (const value of [valueAt(row.values, column) ?? null].flat()) add(value as Json);
  return values;
};
